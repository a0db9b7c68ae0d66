import { expect, test } from "#tests/support/browser/journey.ts";
import { expectBadge, expectReady, openCart, putInCart } from "#tests/support/sales/shopper.ts";

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

test("menu and search close each other, Escape closes either, and both close on the way to a page", async ({
  page,
}) => {
  await page.goto("/categories");
  await expectReady(page);
  const header = page.getByRole("banner");
  const menuButton = header.getByRole("button", { name: "Menu", exact: true });
  const searchButton = header.getByRole("button", { name: "Search", exact: true }).first();
  const menu = page.getByRole("navigation", { name: "Menu" });
  const search = page.getByRole("search", { name: "Search books" });
  await expect(menu).toBeHidden();
  await expect(search).toBeHidden();
  await expect(header.getByRole("link", { name: "Register" })).toBeHidden();

  await menuButton.click();
  await expect(menu).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(menu).toBeHidden();
  await expect(menuButton).toBeFocused();

  await searchButton.click();
  await expect(search).toBeVisible();
  await expect(search.getByRole("combobox")).toBeFocused();
  await menuButton.click();
  await expect(menu).toBeVisible();
  await expect(search).toBeHidden();
  await menuButton.click();
  await expect(menu).toBeHidden();

  await menuButton.click();
  await expect(menu).toBeVisible();
  await searchButton.tap();
  await expect(search).toBeVisible();
  await expect(menu).toBeHidden();
  await page.keyboard.press("Escape");
  await expect(search).toBeHidden();

  await menuButton.click();
  await expect(menu.getByRole("link")).toHaveText([
    "Home",
    "Categories",
    "Fiction",
    "Non-fiction",
    "Children’s books",
    "Authors",
    "Best sellers",
    "Special offers",
    "Reading lists",
    "About",
    "Contact",
    "Wishlist",
    "Sign in",
    "Register",
  ]);
  await menu.getByRole("link", { name: "Authors" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Authors" })).toBeVisible();
  await expect(menu).toBeHidden();

  await searchButton.click();
  await search.getByRole("combobox").fill("hobbit");
  await search.getByRole("combobox").press("Enter");
  await expect(page.getByRole("main").getByRole("link", { name: "The Hobbit" })).toBeVisible();
  await expect(search).toBeHidden();
});

test("on home, Search in the header leads to the large field while it is in view", async ({ page }) => {
  // Playwright scrolls to a button that is still sliding in, here so far that the large field is in view again.
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto("/");
  await expectReady(page);
  const searchButton = page.getByRole("banner").getByRole("button", { name: "Search", exact: true }).first();
  const search = page.getByRole("search", { name: "Search books" });
  await searchButton.tap();
  await expect(page.getByRole("search", { name: "Find a book" }).getByRole("combobox")).toBeFocused();
  await expect(search).toBeHidden();
  await page.evaluate(() => scrollTo({ top: 1200, behavior: "instant" }));
  await expect(searchButton).not.toBeInViewport();
  await page.evaluate(() => scrollTo({ top: 1000, behavior: "instant" }));
  await expect(searchButton).toBeInViewport({ ratio: 1 });
  await searchButton.tap();
  await expect(search.getByRole("combobox")).toBeFocused();
});

test("the header stays where it is when a part of the page above the reader grows", async ({ page }) => {
  await page.goto("/best-sellers");
  await expectReady(page);
  const menuButton = page.getByRole("banner").getByRole("button", { name: "Menu", exact: true });
  await page.evaluate(() => scrollTo({ top: 1500, behavior: "instant" }));
  await expect(menuButton).not.toBeInViewport();
  await page.evaluate(() => scrollTo({ top: 1400, behavior: "instant" }));
  await expect(menuButton).toBeInViewport({ ratio: 1 });
  // The browser then scrolls by as much.
  const scrolled = await page.evaluate(async () => {
    const moved = new Promise((resolve) => addEventListener("scroll", resolve, { once: true }));
    const block = document.createElement("div");
    block.style.height = "400px";
    document.querySelector("main")!.prepend(block);
    // The event of the scroll may come before or after the browser reports the new height: try both.
    if (scrollY === 1800) dispatchEvent(new Event("scroll"));
    await moved;
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    return scrollY;
  });
  expect(scrolled).toBe(1800);
  await expect(page.locator("html")).not.toHaveAttribute("data-reading-on");
  await page.evaluate(() => scrollTo({ top: 1900, behavior: "instant" }));
  await expect(menuButton).not.toBeInViewport();
});

test("a cart line is a card: title, quantity and total one under the other, Remove beside the total", async ({
  page,
}) => {
  await putInCart(page, "malgudi-days", "the-hobbit");
  await openCart(page);
  const card = page.getByRole("main").getByRole("listitem").filter({ hasText: "Malgudi Days" });
  const places = [
    card.getByRole("link", { name: "Malgudi Days" }),
    card.getByRole("group", { name: "Quantity of Malgudi Days" }),
    card.getByText("Total ₹424.00"),
  ];
  const tops = await Promise.all(places.map(async (place) => (await place.boundingBox())!.y));
  expect(tops).toEqual([...tops].sort((a, b) => a - b));
  const total = (await places[2]!.boundingBox())!;
  const remove = (await card.getByRole("button", { name: "Remove Malgudi Days" }).boundingBox())!;
  expect(remove.x).toBeGreaterThan(total.x);
  expect(Math.abs(remove.y + remove.height / 2 - total.y - total.height / 2)).toBeLessThan(4);
  await expect(page.getByText("Book", { exact: true })).toBeHidden();

  await card.getByRole("button", { name: "Increase quantity of Malgudi Days" }).tap();
  await expectBadge(page, 3);
  await card.getByRole("button", { name: "Remove Malgudi Days" }).tap();
  await expect(card).toHaveText(/^Malgudi Days was removed from your cart\./);
  await expectBadge(page, 1);
});

test("the footer's Browse is folded on a phone and opens at a press; on a wide screen it is open", async ({ page }) => {
  await page.goto("/faq");
  await expectReady(page);
  const browse = page.getByRole("contentinfo").getByRole("navigation", { name: "Browse" });
  const link = browse.getByRole("link", { name: "Reading Lists" });
  await expect(link).toBeHidden();
  await browse.getByText("Browse").filter({ visible: true }).tap();
  await expect(link).toBeVisible();
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.reload();
  await expect(link).toBeVisible();
  await expect(browse.getByRole("heading", { name: "Browse" })).toBeVisible();
});

test("a long name of the shop is in the header in two lines at most, and a wide logo is there without it", async ({
  page,
}) => {
  await page.goto("/categories");
  await expectReady(page);
  const name = page.getByRole("banner").locator(".shop-name");
  const isInHeader = () =>
    name.evaluate((sign) => {
      const { top, bottom, right } = sign.getBoundingClientRect();
      const header = sign.closest(".page")!.getBoundingClientRect();
      const buttons = [...sign.closest(".page")!.querySelectorAll("button")].map((one) => one.getBoundingClientRect());
      const isClear = buttons.every(({ left, width }) => width === 0 || right <= left);
      return top >= header.top && bottom <= header.bottom && isClear;
    });
  for (const long of ["Shree Granth Bhandar", "श्री ग्रन्थ भण्डार पुस्तकालय", "Bookshopwithoutanyspaceinitsname"]) {
    await name.evaluate((sign, text) => {
      sign.textContent = text;
      sign.classList.add("shop-name-long");
    }, long);
    for (const width of [320, 360, 390]) {
      await page.setViewportSize({ width, height: 740 });
      expect([long, width, await isInHeader()]).toEqual([long, width, true]);
    }
  }
  await name.evaluate((sign) => {
    const logo = Object.assign(new Image(640, 160), { className: "logo logo-wide" });
    sign.previousElementSibling?.replaceWith(logo);
  });
  await expect(page.getByRole("banner").locator(".logo-wide")).toHaveCSS("width", "144px");
  expect(await name.evaluate((sign) => sign.getBoundingClientRect().width)).toBe(1);
});
