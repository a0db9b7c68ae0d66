import type { Page } from "@playwright/test";

import { expect, test } from "#tests/support/journey.ts";
import { expectReady, openCart, putInCart } from "#tests/support/shopper.ts";

const hindiBook = "/books/gunahon-ka-devta";
const isDevanagariFile = (url: string) => /\/assets\/(tiro|mukta)/.test(url);

/** The families the browser has loaded a file for. */
async function loadedFamilies(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    await document.fonts.ready;
    return [...document.fonts]
      .filter(({ status }) => status === "loaded")
      .map(({ family }) => family.replaceAll('"', ""));
  });
}

/** The faces that an element's letters are drawn with (its spaces are Latin): "device" for one that is no file of the shop. */
async function facesOf(page: Page, selector: string): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  await session.send("DOM.enable");
  await session.send("CSS.enable");
  const { root } = await session.send("DOM.getDocument");
  const { nodeId } = await session.send("DOM.querySelector", { nodeId: root.nodeId, selector });
  const { fonts } = await session.send("CSS.getPlatformFontsForNode", { nodeId });
  await session.detach();
  return fonts.map(({ familyName, isCustomFont }) => (isCustomFont ? familyName : "device")).sort();
}

test("a title and a name in Devanagari are set in the shop's own faces, whatever the device has", async ({ page }) => {
  await page.goto(hindiBook);
  await expect.poll(() => loadedFamilies(page)).toEqual(expect.arrayContaining(["Tiro Devanagari Hindi", "Mukta"]));
  expect(await facesOf(page, "h1")).toEqual(["Fraunces", "Tiro Devanagari Hindi"]);
  await expect(page.getByRole("heading", { level: 1 })).toHaveAttribute("lang", "hi");
  const nameFaces = await facesOf(page, "a[lang=hi][href^='/authors/']");
  expect(nameFaces).toContain("Mukta");
  expect(nameFaces).not.toContain("device");

  await putInCart(page, "gunahon-ka-devta");
  await openCart(page);
  await expect.poll(() => loadedFamilies(page)).toContain("Tiro Devanagari Hindi");
  expect(await facesOf(page, "h2[lang=hi] a")).toEqual(["Fraunces", "Tiro Devanagari Hindi"]);
});

test("a page without Devanagari loads no face for it", async ({ page }) => {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  for (const path of ["/books/foundation-and-empire", "/faq", "/contact"]) {
    await page.goto(path);
    await expectReady(page);
    const families = await loadedFamilies(page);
    expect(families, path).toContain("Fraunces Variable");
    expect(
      families.filter((family) => /Devanagari|Mukta/.test(family)),
      path,
    ).toEqual([]);
  }
  expect(asked.filter((url) => url.endsWith(".woff2")).length).toBeGreaterThan(1);
  expect(asked.filter(isDevanagariFile)).toEqual([]);
});

test("no face for Devanagari is asked for before the large scripts are there", async ({ page }) => {
  await page.goto("/categories/fiction");
  await expect.poll(() => loadedFamilies(page)).toEqual(expect.arrayContaining(["Tiro Devanagari Hindi", "Mukta"]));
  const { scripts, asked } = await page.evaluate(() => {
    const files = performance.getEntriesByType("resource") as PerformanceResourceTiming[];
    return {
      scripts: files.filter(({ name }) => name.includes("/assets/framework-")).map(({ responseEnd }) => responseEnd),
      asked: files.filter(({ name }) => /\/assets\/(tiro|mukta).*woff2/.test(name)).map(({ startTime }) => startTime),
    };
  });
  expect(scripts).toHaveLength(1);
  expect(asked.length).toBeGreaterThan(1);
  for (const time of asked) expect(time).toBeGreaterThanOrEqual(scripts[0]!);
});

test("without JavaScript the shop's faces are there too", async ({ openContext }) => {
  const page = await (await openContext({ javaScriptEnabled: false })).newPage();
  await page.goto(hindiBook);
  await expect.poll(() => facesOf(page, "h1")).toEqual(["Fraunces", "Tiro Devanagari Hindi"]);
});

test("nothing moves when the faces come, and no sign is cut off", async ({ page }) => {
  let release = () => {};
  const isHeld = new Promise<void>((resolve) => (release = resolve));
  await page.route(
    (url) => isDevanagariFile(url.pathname),
    async (route) => {
      await isHeld;
      await route.continue();
    },
  );
  await page.goto(hindiBook, { waitUntil: "domcontentloaded" });
  await expectReady(page);
  const title = page.getByRole("heading", { level: 1 });
  const before = await title.boundingBox();
  expect(await facesOf(page, "h1")).not.toEqual(["Fraunces", "Tiro Devanagari Hindi"]);
  release();
  await expect.poll(() => facesOf(page, "h1")).toEqual(["Fraunces", "Tiro Devanagari Hindi"]);
  expect(await title.boundingBox()).toEqual(before);
  // Vowel signs reach 0.88 em above the line and 0.28 em below it; 1.3 em hold both.
  for (const heading of await page.locator(":is(h1, h2, h3):lang(hi)").all()) {
    const [size, line] = await heading.evaluate((element) => {
      const { fontSize, lineHeight } = getComputedStyle(element);
      return [parseFloat(fontSize), parseFloat(lineHeight)];
    });
    expect(line! / size!).toBeGreaterThanOrEqual(1.29);
  }
});
