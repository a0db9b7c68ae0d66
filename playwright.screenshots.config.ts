import journeys, { withPictures } from "./playwright.config.ts";

/**
 * Configuration of `npm run screenshots`: takes every page and state at four widths, light and dark, into
 * `screenshots/`.
 */
export default {
  ...journeys,
  testDir: "tests/screenshots",
  testMatch: "*.ts",
  outputDir: "test-results/screenshots",
  timeout: 120_000,
  reporter: [["list"]],
  projects: undefined,
  use: {
    ...journeys.use,
    ...withPictures,
    trace: "off",
    screenshot: "off",
    contextOptions: { reducedMotion: "reduce" },
  },
} satisfies typeof journeys;
