import journeys from "./playwright.config.ts";

/** `npm run screenshots`: every page and state at four widths, light and dark, into `screenshots/`. */
export default {
  ...journeys,
  testDir: "tests/screenshots",
  testMatch: "*.ts",
  outputDir: "test-results/screenshots",
  timeout: 120_000,
  reporter: [["list"]],
  use: { ...journeys.use, trace: "off", screenshot: "off", contextOptions: { reducedMotion: "reduce" } },
} satisfies typeof journeys;
