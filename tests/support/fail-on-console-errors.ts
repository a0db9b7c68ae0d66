import { afterAll, afterEach, expect, vi } from "vitest";

// Runs before each test file: a test fails when something was written to `console.error`. A test that expects such an error
// says so by `expectErrors()`, or by a spy of its own in its place.
const printError = console.error;
const unexpected: string[] = [];

console.error = (...parts: unknown[]) => {
  const text = parts.map(String).join(" ");
  // The stand-in breaks off a response when a test has asked for it; its server prints that some time later.
  if (!text.includes("the response is lost on purpose")) unexpected.push(text);
  printError(...parts);
};

afterEach(() => {
  expect(unexpected.splice(0), "written to console.error").toEqual([]);
});

// Test files of one worker share the console, and what the last one put in its place.
afterAll(() => {
  vi.restoreAllMocks();
  console.error = printError;
});
