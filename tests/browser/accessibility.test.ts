import { expect } from "#tests/support/journey.ts";
import { findFaults, lookOver, violations } from "#tests/support/look-over.ts";
import { test } from "#tests/support/one-page.ts";
import { places } from "#tests/support/places.ts";
import { expectReady } from "#tests/support/shopper.ts";

test.use({ viewport: { width: 1280, height: 900 } });

for (const [place, goTo] of Object.entries(places)) {
  test(`${place} has nothing that axe finds, in light and dark, small and large, and never scrolls sideways`, async ({
    page,
    db,
    expectTrouble,
  }) => {
    expectTrouble(/status of (400|404|422)|^Sign-in was cancelled/);
    await goTo(page, db);
    await expectReady(page);
    await lookOver(page, place);
  });
}

test("home's colours stand out also where it is large and dark, or small and light", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "dark" });
  await page.goto("/");
  await expectReady(page);
  expect.soft(await violations(page, "color-contrast"), "1280 px, dark").toEqual([]);
  await page.setViewportSize({ width: 360, height: 780 });
  await page.emulateMedia({ colorScheme: "light" });
  expect.soft(await violations(page, "color-contrast"), "360 px, light").toEqual([]);
});

test("the small-screen menu and search have nothing that axe finds", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 780 });
  await page.goto("/about");
  await expectReady(page);
  for (const name of ["Menu", "Search"]) {
    await page.getByRole("banner").getByRole("button", { name, exact: true }).first().click();
    expect.soft(await violations(page), name).toEqual([]);
    await page.keyboard.press("Escape");
  }
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

test("a fault of each kind is found: colour, label, target, heading, id, ARIA, width", async ({ page }) => {
  await page.goto("/contact");
  await expectReady(page);
  expect(await findFaults(page)).toEqual([]);
  await page.evaluate(() => {
    // The page's policy refuses style elements and attributes.
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`
      @media (max-width: 360px) and (prefers-color-scheme: dark) { #pale { color: #333 } }
      .tiny { display: inline-block; width: 12px; height: 12px; padding: 0; font-size: 8px; line-height: 1 }
      #wide { width: 2400px }`);
    document.adoptedStyleSheets.push(sheet);
    document.querySelector("main")!.insertAdjacentHTML(
      "beforeend",
      `<p id="pale">Too dark to read</p>
      <input id="nameless" class="min-h-11 min-w-11">
      <p><button class="tiny">a</button><button class="tiny">b</button></p>
      <h6>Two levels down at once</h6>
      <p id="twice">One</p><p id="twice">The other</p>
      <p role="checkbox">Ticked or not</p>
      <p id="wide">Wide</p>`,
    );
  });
  const faults = await findFaults(page);
  for (const fault of [
    /^360 px, dark: color-contrast: .*pale/,
    /^1280 px, light: label: .*nameless/,
    /^1280 px, light: target-size: /,
    /^for fingers: BUTTON “a”: 12 by 12/,
    /^1280 px, light: heading-order: /,
    /^1920 px: twice is the id of 2 elements$/,
    /^1280 px, light: aria-required-attr: /,
    /^320 px: P\./,
    /^1920 px: P\./,
  ]) {
    expect.soft(faults, String(fault)).toContainEqual(expect.stringMatching(fault));
  }
  expect(faults.filter((fault) => fault.startsWith("1280 px, light: color-contrast"))).toEqual([]);
});
