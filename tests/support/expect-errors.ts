import { expect, onTestFinished, vi } from "vitest";

/**
 * For a test that writes to `console.error` on purpose: captures the calls until the test ends, and fails if there were
 * none.
 */
export function expectErrors() {
  const said = vi.spyOn(console, "error").mockImplementation(() => {});
  onTestFinished(() => {
    const calls = said.mock.calls.length;
    said.mockRestore();
    expect(calls, "written to console.error").toBeGreaterThan(0);
  });
  return said;
}
