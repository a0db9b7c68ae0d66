/** A part of a test run with a time budget. */
export type TestPart = "install" | "build" | "checks" | "database" | "vitest" | "journeys" | "total";

/**
 * The time budget of each part in seconds, with packages installed, on two idle cores of the slower kind in CI: 10 %
 * above the measured time. If a part exceeds its budget, this is a warning and not a failure, because machines differ.
 */
export const testBudget: Record<"test" | "test:all", Record<TestPart, number>> = {
  test: { install: 60, build: 40, checks: 95, database: 20, vitest: 690, journeys: 125, total: 830 },
  "test:all": { install: 60, build: 40, checks: 115, database: 20, vitest: 940, journeys: 730, total: 1700 },
};
