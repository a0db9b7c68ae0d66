/** Bench of a first visit: what a reader on a phone with a slow connection waits for, measured in Chromium. */

import { chromium, type Browser } from "@playwright/test";

import { findBrowser } from "#setup/browser/browser.mjs";
import { at, noteRows, rowOfRounds } from "./table/rows.ts";
import { openShopUnderLoad } from "./shop/shop-under-load.ts";

/*
 * The connection is DevTools' "Slow 4G" (562 ms, 1.44 Mbit/s), the CPU is four times slower, the screen has 390 × 844
 * px at a device pixel ratio of 3, and the cache is empty. Goal: React has hydrated the page within 5 s. Run the bench
 * on an idle machine, because other load distorts the figures.
 */
const rounds = Number(process.env.BENCH_ROUNDS ?? 5);
const port = Number(process.env.BENCH_PORT ?? 3908);
const places = {
  home: "/",
  "a book": "/books/godan",
  "a category": "/categories?id=fiction",
  search: "/search?q=love",
  "best sellers": "/best-sellers",
};
const slow4g = { offline: false, latency: 562, downloadThroughput: 180_000, uploadThroughput: 84_375 };
const slowerProcessor = 4;

interface Visit {
  firstPaintMs: number;
  firstCoverMs: number;
  largestPaintMs: number;
  firstPressMs: number;
  takenOverMs: number;
  kilobytes: number;
  screens: number;
}

const executablePath = await findBrowser();
if (!executablePath) throw new Error("No Chromium was found and none could be installed.");
const shop = await openShopUnderLoad(port, port + 1);
const browser = await chromium.launch({
  executablePath,
  args: [...(process.getuid?.() === 0 ? ["--no-sandbox"] : []), "--disable-gpu", "--disable-background-networking"],
});
const table: Record<string, Record<string, number>> = {};
for (const [name, path] of Object.entries(places)) {
  const address = `http://localhost:${port}${path}`;
  await visit(browser, address, false); // so that the covers are already drawn
  const visits: Visit[] = [];
  while (visits.length < rounds) visits.push(await visit(browser, address, true));
  const of = (figure: keyof Visit) => visits.map((one) => one[figure]);
  table[name] = Object.fromEntries(
    (Object.keys(visits[0]!) as (keyof Visit)[]).map((figure) => [figure, Math.round(at(of(figure), 0.5) * 10) / 10]),
  );
  noteRows([
    rowOfRounds(`${name}: first button press answered`, "ms", of("firstPressMs")),
    rowOfRounds(`${name}: hydrated`, "ms", of("takenOverMs"), {
      goal: "5,000 ms",
      isMet: at(of("takenOverMs"), 0.5) <= 5000,
    }),
  ]);
}
console.log(`A first visit on Slow 4G with a processor ${slowerProcessor} times slower, the middle of ${rounds}`);
console.table(table);
await browser.close();
await shop.close();

/** Opens a page with an empty cache, and measures until two seconds after the hydration of the page. */
async function visit(within: Browser, address: string, isSlow: boolean): Promise<Visit> {
  const context = await within.newContext({
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 3,
    isMobile: true,
    hasTouch: true,
    serviceWorkers: "block",
  });
  const page = await context.newPage();
  const devTools = await context.newCDPSession(page);
  await devTools.send("Network.enable");
  let bytes = 0;
  devTools.on("Network.loadingFinished", ({ encodedDataLength }) => (bytes += encodedDataLength));
  if (isSlow) {
    await devTools.send("Network.emulateNetworkConditions", slow4g);
    await devTools.send("Emulation.setCPUThrottlingRate", { rate: slowerProcessor });
  }
  await page.addInitScript(noteWhen);
  await page.goto(address, { waitUntil: "commit" });
  const seen = await page.waitForFunction(() => {
    const { noted } = globalThis as unknown as { noted: Record<string, number> };
    return noted.takenOverMs && noted.firstCoverMs && noted.firstPressMs ? noted : null;
  });
  const noted = (await seen.jsonValue())!;
  await page.waitForTimeout(2000);
  const screens = await page.evaluate(() => document.documentElement.scrollHeight / innerHeight);
  await context.close();
  return { ...(noted as unknown as Visit), kilobytes: bytes / 1000, screens };
}

/** Runs in the page: records times in milliseconds since the visit began. */
function noteWhen() {
  const noted: Record<string, number> = {};
  Object.assign(globalThis, { noted });
  const note = (what: string, isThere: boolean) => {
    if (isThere) noted[what] ??= performance.now();
  };
  new PerformanceObserver((list) => {
    for (const { name, startTime } of list.getEntries())
      if (name === "first-contentful-paint") noted.firstPaintMs = startTime;
  }).observe({ type: "paint", buffered: true });
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) noted.largestPaintMs = startTime;
  }).observe({ type: "largest-contentful-paint", buffered: true });
  const look = () => {
    const cover = [...document.querySelectorAll<HTMLImageElement>("main img")].find((image) => {
      const { top, height } = image.getBoundingClientRect();
      return height > 0 && top < innerHeight;
    });
    note("firstCoverMs", cover?.complete === true && cover.naturalWidth > 0);
    const heart = document.querySelector<HTMLButtonElement>("main .wish-heart");
    // A synthetic `submit` event sends nothing; a handler that reacts to it calls `preventDefault`.
    if (heart?.form && !noted.firstPressMs) {
      const submit = new SubmitEvent("submit", { bubbles: true, cancelable: true, submitter: heart });
      note("firstPressMs", !heart.form.dispatchEvent(submit));
    }
    const main = document.querySelector("main");
    note("takenOverMs", main !== null && Object.keys(main).some((key) => key.startsWith("__reactFiber")));
    if (noted.takenOverMs === undefined || noted.firstPressMs === undefined) setTimeout(look, 50);
  };
  look();
}
