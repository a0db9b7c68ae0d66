import { expect, onTestFinished, vi } from "vitest";

/** For a test in which something is written to `console.error`: kept here until the test ends, when it must be there. */
export function expectErrors() {
  const said = vi.spyOn(console, "error").mockImplementation(() => {});
  onTestFinished(() => {
    const calls = said.mock.calls.length;
    said.mockRestore();
    expect(calls, "written to console.error").toBeGreaterThan(0);
  });
  return said;
}
