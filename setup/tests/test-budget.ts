/** A part of a test run whose time is watched. */
export type TestPart = "install" | "build" | "checks" | "database" | "vitest" | "journeys" | "total";

/**
 * Seconds that each part may take on two quiet cores of the slower kind that CI has, with packages installed: a tenth above
 * what was measured. A part over its budget is a warning, not a failure: machines differ.
 */
export const testBudget: Record<"test" | "test:all", Record<TestPart, number>> = {
  test: { install: 60, build: 40, checks: 95, database: 20, vitest: 690, journeys: 125, total: 830 },
  "test:all": { install: 60, build: 40, checks: 115, database: 20, vitest: 940, journeys: 730, total: 1700 },
};
