import { test } from "#tests/support/browser/journey.ts";
import { loadImages } from "#tests/support/browser/load-images.ts";
import { places } from "#tests/support/places/places.ts";
import { expectReady } from "#tests/support/sales/shopper.ts";

const widths = [360, 768, 1280, 1920];
const schemes = ["light", "dark"] as const;

for (const [place, goTo] of Object.entries(places)) {
  test(place, async ({ page, db, expectTrouble }) => {
    expectTrouble(/status of (400|404|422)|^Sign-in was cancelled/);
    await goTo(page, db);
    await expectReady(page);
    for (const width of widths) {
      await page.setViewportSize({ width, height: width < 768 ? 780 : 900 });
      for (const colorScheme of schemes) {
        await page.emulateMedia({ colorScheme });
        await loadImages(page);
        await page.screenshot({
          path: `screenshots/${place.replaceAll(" ", "-")}-${width}-${colorScheme}.png`,
          fullPage: true,
          animations: "disabled",
          // The list of all authors is a very long page.
          timeout: 60_000,
        });
      }
    }
  });
}
