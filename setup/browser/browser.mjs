// Finds a Chromium for the browser tests ("journeys"), or installs one.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";

import { root } from "#setup/prepare.mjs";

// The headless shell renders the same pages with half the CPU time of the full browser.
const headlessShell = "/usr/bin/chromium-headless-shell";
const installed = [
  headlessShell,
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
  "/snap/bin/chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
  "C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe",
];

/**
 * Returns the path of a browser: CHROMIUM_PATH, an installed one, that of Playwright, or the package of Debian (which
 * is installed if the user is root); null if there is none.
 */
export async function findBrowser() {
  const given = process.env.CHROMIUM_PATH;
  if (given) return existsSync(given) ? given : null;
  return installed.find((path) => existsSync(path)) ?? (await playwrightOwn()) ?? debianPackage();
}

async function playwrightOwn() {
  const { chromium } = await import("@playwright/test");
  if (!existsSync(chromium.executablePath())) {
    console.log("Installing a Chromium for the journeys");
    const cli = join(root, "node_modules", "@playwright", "test", "cli.js");
    spawnSync(process.execPath, [cli, "install", "chromium"], { cwd: root, stdio: "ignore", timeout: 300_000 });
  }
  return existsSync(chromium.executablePath()) ? chromium.executablePath() : null;
}

function debianPackage() {
  if (process.platform !== "linux" || process.getuid() !== 0 || !existsSync("/usr/bin/apt-get")) return null;
  const options = { stdio: "ignore", timeout: 400_000, env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } };
  spawnSync("apt-get", ["update"], options);
  for (const name of ["chromium-headless-shell", "chromium"]) {
    spawnSync("apt-get", ["install", "-y", "--no-install-recommends", name], options);
    if (existsSync(`/usr/bin/${name}`)) return `/usr/bin/${name}`;
  }
  return null;
}
