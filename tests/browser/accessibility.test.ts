import { expect, test } from "#tests/support/journey.ts";
import { lookOver, violations } from "#tests/support/look-over.ts";
import { places } from "#tests/support/places.ts";
import { expectReady } from "#tests/support/shopper.ts";

test.use({ contextOptions: { reducedMotion: "reduce" }, viewport: { width: 1280, height: 900 } });

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
