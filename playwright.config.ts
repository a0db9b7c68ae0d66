import { defineConfig } from "@playwright/test";

const flags = [
  // Chromium's own sandbox does not start for root.
  ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
];
const executablePath = process.env.CHROMIUM_PATH;
export const withPictures = { launchOptions: { executablePath, args: flags } };
/** Drawing, encoding and decoding covers takes more than half the time of a journey that does not look at them. */
const withoutPictures = {
  launchOptions: { executablePath, args: [...flags, "--blink-settings=imagesEnabled=false"] },
};

export default defineConfig({
  testDir: "tests/browser",
  outputDir: "test-results/traces",
  workers: 2,
  // Timeouts long enough that only a test that hangs reaches them, also on a busy machine.
  timeout: 150_000,
  expect: { timeout: 30_000 },
  // A journey that passes only on a retry is faulty.
  retries: 0,
  forbidOnly: true,
  fullyParallel: true,
  reporter: [["list"], ["json", { outputFile: "test-results/journeys.json" }]],
  globalSetup: "./tests/support/shop/open-journey-shop.ts",
  projects: [
    { name: "pages", grepInvert: /@pictures/, use: withoutPictures },
    { name: "pages with pictures", grep: /@pictures/, use: withPictures },
  ],
  use: {
    actionTimeout: 30_000,
    navigationTimeout: 45_000,
    // A service worker would answer before the routes that journeys set up. Journeys about the worker allow it.
    serviceWorkers: "block",
    // Tracing takes a fifth of the running time. To debug a failure: `npx playwright test --trace on <file>`.
    trace: "off",
    screenshot: "only-on-failure",
  },
});
