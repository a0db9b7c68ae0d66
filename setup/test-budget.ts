/** A part of a test run whose time is watched. */
export type TestPart = "install" | "build" | "checks" | "database" | "vitest" | "journeys" | "total";

/**
 * Seconds that each part may take on two quiet cores, from a clean clone with packages installed. A part over its budget is a
 * warning, not a failure: machines differ.
 */
export const testBudget: Record<"test" | "test:all", Record<TestPart, number>> = {
  test: { install: 60, build: 30, checks: 60, database: 15, vitest: 200, journeys: 120, total: 300 },
  "test:all": { install: 60, build: 30, checks: 60, database: 15, vitest: 450, journeys: 500, total: 720 },
};
