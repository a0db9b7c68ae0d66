import { findBrowser } from "./browser.mjs";
import { runProgram } from "#setup/checks/checks.ts";

const browser = await findBrowser();
if (!browser) console.error("No Chromium was found and none could be installed. Install one, or set CHROMIUM_PATH.");
const places = process.argv.slice(2);
const isDone =
  browser !== null &&
  (await runProgram(
    "screenshots",
    "@playwright/test/cli.js",
    [
      "test",
      "--config",
      "playwright.screenshots.config.ts",
      ...(places.length > 0 ? ["--grep", places.join("|")] : []),
    ],
    { CHROMIUM_PATH: browser },
  ));
process.exitCode = isDone ? 0 : 1;
