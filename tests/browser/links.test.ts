import { expect, test } from "#tests/support/journey.ts";

/** So many pages of one shape are opened. */
const mostOfOneShape = 25;
/** Pictures are drawn when they are first asked for, which takes its time. */
const mostPictures = 2;

/** `/books/dune` and `/books/jaya` are pages of one shape. */
function shapeOf(path: string): string {
  const [pathname = "", query] = path.split("?");
  const shape = pathname.replace(
    /^(\/(?:books|authors|categories|series|orders|covers))\/[^/]+(\/review)?$/,
    "$1/:id$2",
  );
  return query ? `${shape}?${query.replace(/=[^&]*/g, "")}` : shape;
}

function linksIn(html: string): string[] {
  return [...html.matchAll(/<a\b[^>]*?\shref="([^"]*)"/g)].map(([, href]) => href!.replaceAll("&amp;", "&"));
}

test("every link of every page that can be reached from home leads somewhere", async ({ request }) => {
  const waiting = new Set(["/"]);
  const opened = new Map<string, number>();
  const seen = new Set<string>();
  const dead: string[] = [];
  for (const path of waiting) {
    const shape = shapeOf(path);
    const times = opened.get(shape) ?? 0;
    if (times >= (shape === "/covers/:id" ? mostPictures : mostOfOneShape)) continue;
    opened.set(shape, times + 1);
    const answer = await request.get(path);
    if (answer.status() !== 200) dead.push(`${path} answers ${answer.status()}`);
    const html = await answer.text();
    for (const href of linksIn(html)) {
      if (/^(https:\/\/|mailto:|tel:)/.test(href)) continue; // other sites, mail programs, phones
      if (!href.startsWith("/") && !href.startsWith("#")) dead.push(`${path} links to ${href}`);
      const [to = "", anchor] = href.split("#");
      if (anchor && to === "" && !html.includes(` id="${anchor}"`)) dead.push(`${path} has no #${anchor}`);
      if (to !== "") waiting.add(to);
      seen.add(shapeOf(to || path));
    }
  }
  expect(dead).toEqual([]);
  for (const shape of ["/books/:id", "/authors/:id", "/categories/:id", "/series/:id", "/categories?id", "/authors?id"])
    expect(seen).toContain(shape);
});

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
