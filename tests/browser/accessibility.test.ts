/** Accessibility of readers' pages: axe in light and dark, on small and large screens, and no horizontal scrolling. */
import type { Page } from "@playwright/test";

import type { Db } from "#db/connect.ts";
import { deskPlaces } from "#tests/support/places/desk-places.ts";
import { expect } from "#tests/support/browser/journey.ts";
import { findFaults, expectNoFaults, violations } from "#tests/support/browser/page-faults.ts";
import { coreDeskPlaces, corePlaces, otherPlaces } from "#tests/support/browser/checked-places.ts";
import { startAfresh, test } from "#tests/support/shop/one-page.ts";
import { places } from "#tests/support/places/places.ts";
import { expectReady } from "#tests/support/sales/shopper.ts";

test.use({ viewport: { width: 1280, height: 900 } });

/** Errors that the browser logs on pages that are missing, forbidden or cancelled. */
const refusals = /status of (400|404|422)|^Sign-in was cancelled/;

/** Checks places of the shop, each in a browser without any state. */
async function lookOverPlaces(page: Page, db: Db, names: string[]): Promise<void> {
  for (const name of names)
    await test.step(name, async () => {
      await startAfresh(page);
      await page.setViewportSize({ width: 1280, height: 900 });
      await page.emulateMedia({ colorScheme: "light" });
      await places[name]!(page, db);
      await expectReady(page);
      await expectNoFaults(page, name);
    });
}

test(
  "the ten most important pages have nothing that axe finds, in light and dark, small and large, and never scroll sideways",
  { tag: "@core" },
  async ({ page, desk, db, request, expectTrouble }) => {
    expectTrouble(refusals);
    await lookOverPlaces(page, db, corePlaces);
    for (const place of coreDeskPlaces)
      await test.step(`the desk, ${place}`, async () => {
        await deskPlaces[place]!({ ...desk, db, request });
        await expectNoFaults(desk.page, `the desk, ${place}`);
      });
  },
);

for (const { subject, names } of otherPlaces)
  test(`pages about ${subject}, from ${names[0]} on, have nothing that axe finds, in light and dark, small and large, and never scroll sideways`, async ({
    page,
    db,
    expectTrouble,
  }) => {
    expectTrouble(refusals);
    await lookOverPlaces(page, db, names);
  });

test("home's colours stand out also where it is large and dark, or small and light", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "dark" });
  await page.goto("/");
  await expectReady(page);
  expect.soft(await violations(page, "color-contrast"), "1280 px, dark").toEqual([]);
  await page.setViewportSize({ width: 360, height: 780 });
  await page.emulateMedia({ colorScheme: "light" });
  expect.soft(await violations(page, "color-contrast"), "360 px, light").toEqual([]);
});

test("menu, search and filters of a small screen have nothing that axe finds", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 780 });
  await page.goto("/about");
  await expectReady(page);
  for (const name of ["Menu", "Search"]) {
    await page.getByRole("banner").getByRole("button", { name, exact: true }).first().click();
    expect.soft(await violations(page), name).toEqual([]);
    await page.keyboard.press("Escape");
  }
  await page.goto("/search?q=the");
  await expectReady(page);
  await page.getByRole("link", { name: /^Filter/ }).click();
  const sheet = page.getByRole("dialog", { name: "Filter search results" });
  await sheet.getByText("Format", { exact: true }).first().click();
  await expect(sheet.getByRole("checkbox", { name: /^Paperback/ })).toBeVisible();
  expect.soft(await violations(page), "Filter").toEqual([]);
  await page.emulateMedia({ colorScheme: "dark" });
  expect.soft(await violations(page, "color-contrast"), "Filter, dark").toEqual([]);
});

test("the message after an add has nothing that axe finds, in light and dark", async ({ page }) => {
  await page.goto("/books/jaya");
  await expectReady(page);
  await page.getByRole("article").getByRole("button", { name: "Add to Cart" }).first().click();
  await expect(page.getByText("Jaya is in your cart.")).toBeVisible();
  expect.soft(await violations(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: "dark" });
  expect.soft(await violations(page, "color-contrast")).toEqual([]);
});

test("a fault of each kind is found: colour, label, target, heading, landmark, id, ARIA, width, on small screens alone, in a footer that was seen before", async ({
  page,
}) => {
  await page.goto("/contact");
  await expectReady(page);
  // The check skips a header and footer it has seen; from this call on it has seen them.
  expect(await findFaults(page)).toEqual([]);
  const addStyle = (text: string) =>
    page.evaluate((text) => {
      // The page's Content Security Policy blocks style elements and attributes.
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(text);
      document.adoptedStyleSheets.push(sheet);
    }, text);
  await addStyle(`
    @media (max-width: 360px) and (prefers-color-scheme: dark) { #pale { color: #333 } }
    @media (max-width: 360px) { #wordless span { display: none } }
    .tiny { display: inline-block; width: 12px; height: 12px; padding: 0; font-size: 8px; line-height: 1 }
    #wide { width: 2400px }`);
  await page.evaluate(() => {
    document.querySelector("main")!.insertAdjacentHTML(
      "beforeend",
      `<p id="pale">Too dark to read</p>
      <input id="nameless" class="min-h-11 min-w-11">
      <p><button class="tiny">a</button><button class="tiny">b</button></p>
      <button id="wordless" class="min-h-11 min-w-11"><span>Go</span></button>
      <h6>Two levels down at once</h6>
      <nav aria-label="Help"><p>The footer has one of this name</p></nav>
      <p id="twice">One</p><p id="twice">The other</p>
      <p role="checkbox">Ticked or not</p>
      <p id="wide">Wide</p>`,
    );
  });
  const faults = await findFaults(page);
  for (const fault of [
    /^360 px, dark: color-contrast: .*pale/,
    /^1280 px, light: label: .*nameless/,
    /^360 px, dark: label: .*nameless/,
    /^1280 px, light: target-size: /,
    /^360 px, dark: target-size: /,
    /^360 px, dark: button-name: .*wordless/,
    /^for fingers: BUTTON “a”: 12 by 12/,
    /^1280 px, light: heading-order: /,
    /^1280 px, light: landmark-unique: /,
    /^1920 px: twice is the id of 2 elements$/,
    /^1280 px, light: aria-required-attr: /,
    /^320 px: P\./,
    /^1920 px: P\./,
  ]) {
    expect.soft(faults, String(fault)).toContainEqual(expect.stringMatching(fault));
  }
  expect(faults.filter((fault) => /^1280 px, light: (color-contrast|button-name)/.test(fault))).toEqual([]);

  await addStyle("footer { background: white } footer h2 { color: #bbb }");
  expect(await findFaults(page)).toContainEqual(expect.stringMatching(/^1280 px, light: color-contrast: .*Browse/));
});
