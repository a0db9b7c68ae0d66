/** Fonts for Devanagari: loaded only when a page needs them, without moving or cutting off text. */
import type { Page } from "@playwright/test";

import { expect, test } from "#tests/support/browser/journey.ts";
import { expectReady, openCart, putInCart } from "#tests/support/sales/shopper.ts";

const hindiBook = "/books/gunahon-ka-devta";
const isDevanagariFile = (url: string) => /\/assets\/(tiro|mukta)/.test(url);

/** The font families of which the browser has loaded a file. */
async function loadedFamilies(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    await document.fonts.ready;
    return [...document.fonts]
      .filter(({ status }) => status === "loaded")
      .map(({ family }) => family.replaceAll('"', ""));
  });
}

/**
 * The fonts that draw the text of an element (its spaces are Latin): "device" for a font that is not a file of the
 * shop.
 */
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

test("pages without Devanagari load no face for it; a title and a name in it get the shop's own, nothing moves and no sign is cut off", async ({
  page,
}) => {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  let release = () => {};
  const forUpdate = new Promise<void>((resolve) => (release = resolve));
  await page.route(
    (url) => isDevanagariFile(url.pathname),
    async (route) => {
      await forUpdate;
      await route.continue();
    },
  );

  await test.step("a page without Devanagari loads no face for it", async () => {
    for (const path of ["/books/foundation-and-empire", "/faq", "/contact"]) {
      await page.goto(path);
      await expectReady(page);
      const families = await loadedFamilies(page);
      expect.soft(families, path).toContain("Fraunces Variable");
    }
    expect(asked.filter((url) => url.endsWith(".woff2")).length).toBeGreaterThan(1);
    expect(asked.filter(isDevanagariFile)).toEqual([]);
  });

  await test.step("nothing moves when the faces come, whatever the device has", async () => {
    await page.goto(hindiBook, { waitUntil: "domcontentloaded" });
    await expectReady(page);
    const title = page.getByRole("heading", { level: 1 });
    await expect(title).toHaveAttribute("lang", "hi");
    const before = await title.boundingBox();
    expect(await facesOf(page, "h1")).not.toEqual(["Fraunces", "Tiro Devanagari Hindi"]);
    release();
    await expect.poll(() => facesOf(page, "h1")).toEqual(["Fraunces", "Tiro Devanagari Hindi"]);
    expect(await title.boundingBox()).toEqual(before);
    await expect.poll(() => loadedFamilies(page)).toEqual(expect.arrayContaining(["Tiro Devanagari Hindi", "Mukta"]));
    const nameFaces = await facesOf(page, "a[lang=hi][href^='/authors/']");
    expect(nameFaces).toContain("Mukta");
    expect(nameFaces).not.toContain("device");
    // Vowel signs reach 0.88 em above the baseline and 0.28 em below it; 1.3 em has room for both.
    for (const heading of await page.locator(":is(h1, h2, h3):lang(hi)").all()) {
      const [size, line] = await heading.evaluate((element) => {
        const { fontSize, lineHeight } = getComputedStyle(element);
        return [parseFloat(fontSize), parseFloat(lineHeight)];
      });
      expect(line! / size!).toBeGreaterThanOrEqual(1.29);
    }
  });

  await test.step("in the cart too", async () => {
    await putInCart(page, "gunahon-ka-devta");
    await openCart(page);
    await expect.poll(() => loadedFamilies(page)).toContain("Tiro Devanagari Hindi");
    expect(await facesOf(page, "h2[lang=hi] a")).toEqual(["Fraunces", "Tiro Devanagari Hindi"]);
  });
});

test("no face for Devanagari is asked for before it is seen and the large scripts are there", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  // Ordered by date, because other journeys buy books and so change the order of best sellers.
  await page.goto("/categories/classics?sort=newest");
  await expectReady(page);
  await page.waitForLoadState("networkidle");
  expect(await loadedFamilies(page)).not.toContain("Tiro Devanagari Hindi");
  await page.locator(":is(h2, h3):lang(hi)").first().scrollIntoViewIfNeeded();
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

test("without JavaScript the shop's faces are there, and what only a script does gives way to what a form does", async ({
  openContext,
}) => {
  const page = await (await openContext({ javaScriptEnabled: false, viewport: { width: 360, height: 740 } })).newPage();
  await page.goto(hindiBook);
  await expect.poll(() => facesOf(page, "h1")).toEqual(["Fraunces", "Tiro Devanagari Hindi"]);

  await page.goto("/");
  await expect(page.getByRole("button", { name: "Apply to my cart" })).toBeVisible();
  await expect(page.getByRole("button", { name: /^Copy code/ })).toBeHidden();

  await page.goto("/search?q=the");
  await page.getByRole("banner").getByRole("button", { name: "Search" }).click();
  await expect(page.getByRole("search", { name: "Search books" }).getByRole("searchbox")).toHaveValue("the");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Sort" })).toBeVisible();
  await page.getByRole("link", { name: /^Filter/ }).click();
  const choices = page.getByRole("complementary", { name: "Filter search results" });
  const lastCard = (await page.getByRole("main").getByRole("article").last().boundingBox())!;
  expect((await choices.boundingBox())!.y).toBeGreaterThan(lastCard.y + lastCard.height);
  await choices.getByRole("checkbox", { name: /^Hardback/ }).check();
  await choices.getByRole("checkbox", { name: /^Paperback/ }).check();
  await choices.getByRole("radio", { name: /^₹300 to ₹499/ }).check();
  await choices.getByRole("button", { name: "Show these books" }).click();
  await expect(page).toHaveURL("/search?q=the&format=hardback,paperback&price=300-499");
});
