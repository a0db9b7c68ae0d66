import { expect, test } from "#tests/support/journey.ts";

test("header and footer hold every link of the specification, and each answers", async ({ page, request }) => {
  await page.goto("/");
  const hrefs = (place: "banner" | "contentinfo") =>
    page
      .getByRole(place)
      .locator("a")
      .evaluateAll((links) => links.map((link) => link.getAttribute("href")!));
  const inHeader = await hrefs("banner");
  const inFooter = await hrefs("contentinfo");
  const header = "/ /categories /authors /best-sellers /about /contact /wishlist /cart /login /register".split(" ");
  const footer =
    "/about /contact /faq /shipping /returns /categories/fiction /categories/non-fiction /categories/children /privacy-policy /terms-of-service".split(
      " ",
    );
  expect(inHeader).toEqual(expect.arrayContaining(header));
  expect(inFooter).toEqual(expect.arrayContaining(footer));
  expect(inFooter.filter((href) => href.startsWith("https://"))).toHaveLength(3);
  for (const path of new Set([...inHeader, ...inFooter].filter((href) => href.startsWith("/"))))
    expect.soft((await request.get(path)).status(), path).toBe(200);
});

test("links that leave the shop open in a tab of their own and say so", async ({ page }) => {
  await page.goto("/");
  const outward = page.locator("a[href^='https://']");
  await expect(outward).toHaveCount(3);
  for (const link of await outward.all()) {
    await expect(link).toHaveAttribute("rel", /noopener/);
    await expect(link).toHaveAccessibleName(/opens in a new tab/);
  }
});
