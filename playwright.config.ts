import { defineConfig } from "@playwright/test";

export default defineConfig({
  testDir: "tests/browser",
  outputDir: "test-results/traces",
  workers: 2,
  // Long enough that only what hangs meets them, also on a machine that does much else.
  timeout: 150_000,
  expect: { timeout: 30_000 },
  // A browser on a busy machine stops painting once in thousands of pages. What needs a second try is named at the end.
  // The second try has a shop of its own (`tests/support/journey.ts`).
  retries: 1,
  forbidOnly: true,
  fullyParallel: true,
  reporter: [["list"], ["json", { outputFile: "test-results/journeys.json" }]],
  globalSetup: "./tests/support/open-journey-shop.ts",
  use: {
    actionTimeout: 30_000,
    navigationTimeout: 45_000,
    // It would answer before the routes that journeys lay; those about it let it in.
    serviceWorkers: "block",
    // A trace is a fifth of the work. To look into a failure: `npx playwright test --trace on <file>`.
    trace: "off",
    screenshot: "only-on-failure",
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH,
      args: [
        // Chromium's own sandbox does not start for root.
        ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
        "--disable-gpu",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--no-first-run",
      ],
    },
  },
});
