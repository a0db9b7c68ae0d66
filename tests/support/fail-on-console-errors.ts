import { afterAll, afterEach, expect, vi } from "vitest";

// Runs before each test file: a test fails if anything is written to `console.error`. A test that expects such an error
// calls `expectErrors()` or installs a spy of its own.
const printError = console.error;
const unexpected: string[] = [];

console.error = (...parts: unknown[]) => {
  const text = parts.map(String).join(" ");
  // A test may ask the stand-in to drop a response; the stand-in's server prints this error later.
  if (!text.includes("the response is lost on purpose")) unexpected.push(text);
  printError(...parts);
};

afterEach(() => {
  expect(unexpected.splice(0), "written to console.error").toEqual([]);
});

// Test files of one worker share the console, including a spy that the previous file has left.
afterAll(() => {
  vi.restoreAllMocks();
  console.error = printError;
});
