/** Suggestions of the search box: pointer, keyboard, touch, late answers, and the recent searches of a device. */
import type { Locator, Page, Request, Route } from "@playwright/test";

import { expect, test } from "#tests/support/browser/journey.ts";
import { findWideElements, violations } from "#tests/support/browser/page-faults.ts";
import { expectReady } from "#tests/support/sales/shopper.ts";
import { signInBrowser } from "#tests/support/sales/signed-in.ts";

const asked = "**/search/suggestions?*";

/** The search box in the header of a page, and the elements around it. */
async function openBox(page: Page, path = "/about") {
  await page.goto(path);
  await expectReady(page);
  return partsOf(page, page.getByRole("banner").getByRole("search", { name: "Search the shop" }));
}

/** Focuses a box, and waits until the script of the suggestions has loaded. */
async function touch(box: Locator) {
  await box.click();
  await expect(box).toHaveAttribute("aria-controls");
}

function partsOf(page: Page, search: Locator) {
  const list = page.getByRole("listbox");
  return {
    search,
    box: search.getByRole("combobox"),
    list,
    options: list.getByRole("option"),
    status: search.getByRole("status"),
  };
}

/** Holds requests for suggestions, so that a test answers them in the order it wants. */
async function holdAnswers(page: Page) {
  const held = new Map<string, Route>();
  await page.route(asked, (route) => void held.set(new URL(route.request().url()).searchParams.get("q")!, route));
  return {
    held,
    async answer(text: string, ...names: string[]) {
      await expect.poll(() => held.has(text)).toBe(true);
      const suggestions = names.map((name) => ({
        kind: "series",
        name,
        by: "",
        coverKey: null,
        pricePaise: null,
        path: `/series/${name}`,
      }));
      // A request that the page has aborted cannot be answered.
      await held
        .get(text)!
        .fulfill({ json: { suggestions } })
        .catch(() => {});
    },
  };
}

test(
  "by keyboard: nothing is picked until an arrow key, typing unpicks, and Enter opens what is picked",
  { tag: "@core" },
  async ({ page }) => {
    const { box, list, options, status } = await openBox(page);
    await expect(box).toHaveAttribute("aria-expanded", "false");
    await box.pressSequentially("fine bal");
    await expect(options).toHaveText(["A Fine Balance, book by Rohinton Mistry, ₹509.00"]);
    await expect(options.first()).toHaveAccessibleName(/A Fine Balance ?, book by Rohinton Mistry ?, ₹509\.00/);
    await expect(status).toHaveText("1 suggestion");
    await expect(box).toHaveAttribute("aria-expanded", "true");
    await expect(box).toHaveAttribute("aria-autocomplete", "list");
    expect(await box.getAttribute("aria-controls")).toBe(await list.getAttribute("id"));
    await expect(list.getByRole("group")).toHaveCount(1);
    await expect(list.getByRole("group", { name: "Books" }).getByRole("option")).toHaveCount(1);
    await expect(box).not.toHaveAttribute("aria-activedescendant");

    await box.press("ArrowDown");
    await expect(options.first()).toHaveAttribute("aria-selected", "true");
    expect(await box.getAttribute("aria-activedescendant")).toBe(await options.first().getAttribute("id"));
    await expect(box).toBeFocused();
    await box.press("a");
    await expect(box).not.toHaveAttribute("aria-activedescendant");
    await expect(options.first()).toHaveAttribute("aria-selected", "false");
    await box.press("ArrowDown");
    await box.press("ArrowDown");
    await expect(box).not.toHaveAttribute("aria-activedescendant");
    await box.press("ArrowUp");
    await box.press("Enter");
    await expect(page).toHaveURL("/books/a-fine-balance");
    await expect(list).toBeHidden();
    await expect(box).toHaveValue("");
  },
);

test("the list says what it holds, closes in every way, leaves an input method alone, and opens by Enter, click or a new tab", async ({
  page,
  context,
}) => {
  const { box, options, list, status } = await openBox(page);

  await test.step("the list moves nothing on the page, and a press beside it closes it", async () => {
    const heading = page.getByRole("heading", { level: 1 });
    const before = await heading.boundingBox();
    await box.fill("the");
    await expect(options).toHaveCount(10);
    expect(await heading.boundingBox()).toEqual(before);
    await page.getByRole("contentinfo").click({ position: { x: 5, y: 5 } });
    await expect(list).toBeHidden();
  });

  await test.step("authors, series and categories say what they are", async () => {
    await box.fill("foundation");
    await expect(options.filter({ hasText: /^Foundation, series$/i })).toHaveAttribute("href", "/series/foundation");
    await box.fill("poetr");
    await expect(options.filter({ hasText: /^Poetry and plays, category$/i })).toHaveAttribute(
      "href",
      "/categories/poetry",
    );
    await box.fill("rohinton");
    await expect(options.filter({ hasText: /^Rohinton Mistry, author$/i })).toBeVisible();
  });

  await test.step("nothing found is said, and there is no list", async () => {
    await box.fill("zzzqqq");
    await expect(status).toHaveText("No suggestions");
    await expect(list).toBeHidden();
    await expect(box).toHaveAttribute("aria-expanded", "false");
  });

  await test.step("while an input method composes nothing is asked, and its keys are its own", async () => {
    const texts: string[] = [];
    const collect = (request: Request) => {
      const url = new URL(request.url());
      if (url.pathname === "/search/suggestions") texts.push(url.searchParams.get("q")!);
    };
    page.on("request", collect);
    await box.fill("malg");
    await expect(list).toBeVisible();
    await box.evaluate((input: HTMLInputElement) => {
      input.dispatchEvent(new CompositionEvent("compositionstart", { bubbles: true }));
      for (const text of ["ग", "गो", "गोद"]) {
        input.value = text;
        input.dispatchEvent(new InputEvent("input", { bubbles: true, isComposing: true }));
      }
      const keys = ["ArrowDown", "Escape", "Enter"];
      for (const key of keys)
        input.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, isComposing: true }));
    });
    await expect(list).toBeVisible();
    await expect(box).not.toHaveAttribute("aria-activedescendant");
    await box.evaluate((input: HTMLInputElement) =>
      input.dispatchEvent(new CompositionEvent("compositionend", { bubbles: true, data: "गोद" })),
    );
    await expect(options.first()).toHaveText(/^गोदान, book by प्रेमचंद, ₹/);
    expect(texts).toEqual(["malg", "गोद"]);
    page.off("request", collect);
  });

  await test.step("Escape closes, then empties", async () => {
    await box.fill("malgudi");
    await expect(list).toBeVisible();
    await box.press("Escape");
    await expect(list).toBeHidden();
    await expect(box).toHaveValue("malgudi");
    await expect(status).toHaveText("");
    await box.press("Escape");
    await expect(box).toHaveValue("");
    await expect(box).toBeFocused();
  });

  await test.step("a suggestion is a link: a click opens it, and with the middle button or Ctrl a new tab", async () => {
    await box.fill("malgudi");
    const [tab] = await Promise.all([
      context.waitForEvent("page"),
      options.first().click({ modifiers: ["ControlOrMeta"] }),
    ]);
    await expect(tab).toHaveURL("/books/malgudi-days");
    await tab.close();
    const [middle] = await Promise.all([context.waitForEvent("page"), options.first().click({ button: "middle" })]);
    await middle.close();
    await expect(page).toHaveURL("/about");
    await expect(list).toBeVisible();
    await expect(box).toBeFocused();
    await options.first().click();
    await expect(page).toHaveURL("/books/malgudi-days");
  });

  await test.step("Enter without a pick sends what is typed", async () => {
    await box.fill("rohinton");
    await expect(options.first()).toBeVisible();
    await box.press("Enter");
    await expect(page).toHaveURL("/search?q=rohinton");
    await expect(list).toBeHidden();
  });
});

test("suggestions load when the box is touched, drop late answers, and leave a plain box without a connection", async ({
  page,
  context,
  expectTrouble,
}) => {
  expectTrouble(/ERR_INTERNET_DISCONNECTED/);
  let go = () => {};
  const held = new Promise<void>((resolve) => (go = resolve));
  let loads = 0;
  await page.route(/\/assets\/search-suggestions-/, async (route) => {
    loads += 1;
    await held;
    await route.continue();
  });
  const { box, options, list } = await openBox(page, "/?fresh");

  await test.step("a first visit does not load them, and what is typed before they come is kept", async () => {
    expect(loads).toBe(0);
    await box.pressSequentially("malgudi d");
    await expect.poll(() => loads).toBe(1);
    go();
    await expect(options).toHaveText(["Malgudi Days, book by R. K. Narayan, ₹424.00"]);
    await expect(box).toHaveValue("malgudi d");
    expect(loads).toBe(1);
  });

  await test.step("a late answer to what was typed before is dropped", async () => {
    const { answer, held: asking } = await holdAnswers(page);
    await box.fill("first");
    await expect.poll(() => asking.has("first")).toBe(true);
    await box.fill("second");
    await answer("second", "the-second");
    await expect(options).toHaveText(["the-second, series"]);
    await answer("first", "the-first");
    await box.fill("third");
    await expect.poll(() => asking.has("third")).toBe(true);
    await expect(options).toHaveText(["the-second, series"]);
    await box.press("Escape");
    await answer("third", "the-third");
    await box.press("Escape");
    await expect(list).toBeHidden();
    await page.unroute(asked);
  });

  await test.step("without a connection the box is the plain one", async () => {
    await box.fill("malgudi");
    await expect(list).toBeVisible();
    await context.setOffline(true);
    await box.fill("godan");
    await box.press("Escape");
    await expect(list).toBeHidden();
    await box.fill("dune");
    await box.press("Escape");
    await expect(box).toHaveValue("");
  });
});

/** Violations that axe finds in light, and in dark, where only colours differ. */
async function violationsInBothSchemes(page: Page) {
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  const inLight = await violations(page);
  await page.emulateMedia({ colorScheme: "dark" });
  return [...inLight, ...(await violations(page, "color-contrast"))];
}

test("this device's last searches are offered in an empty box, each can be forgotten, and all go at sign-out; axe finds nothing in either list", async ({
  page,
}) => {
  await signInBrowser(page, "Last Searcher");
  const { box, options, list, status, search } = await openBox(page);
  await touch(box);
  await expect(list).toBeHidden();
  for (const text of ["dune", "asha@example.com", "98450 12345", "godan"]) {
    await box.fill(text);
    await box.press("Enter");
    await expect(page).toHaveURL(`/search?q=${encodeURIComponent(text)}`);
  }
  await openBox(page);
  await box.click();
  await expect(options).toHaveText(["godan", "dune"]);
  await expect(status).toHaveText("2 last searches");
  await box.press("ArrowDown");
  await box.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Search Results for “godan”");

  await box.fill("mal");
  await expect(options.filter({ hasText: "book by" })).not.toHaveCount(0);
  await box.press("ArrowDown");
  expect.soft(await violationsInBothSchemes(page), "suggestions").toEqual([]);
  await box.fill("");
  await expect(options).toHaveText(["godan", "dune"]);
  expect.soft(await violationsInBothSchemes(page), "last searches").toEqual([]);

  await search.getByRole("button", { name: "Forget “godan”" }).click();
  await expect(options).toHaveText(["dune"]);
  await expect(box).toBeFocused();
  await page.getByRole("button", { name: "My Account Last Searcher" }).click();
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page.getByRole("banner").getByRole("link", { name: "Sign in" })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem("last-searches"))).toBeNull();
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true });

  test("the list is at most 8 long and stays on the page, a touch opens a book, and a keyboard leaves it room to scroll", async ({
    page,
  }) => {
    await page.goto("/about");
    await expectReady(page);
    await page.getByRole("banner").getByRole("button", { name: "Search", exact: true }).first().tap();
    const { box, options, list } = partsOf(page, page.getByRole("search", { name: "Search books" }));
    await box.fill("the");
    await expect(options).toHaveCount(8);
    expect(await findWideElements(page)).toEqual([]);
    const { x, width } = (await list.boundingBox())!;
    expect(x).toBeGreaterThanOrEqual(0);
    expect(x + width).toBeLessThanOrEqual(360);
    await box.press("Escape");
    await expect(list).toBeHidden();
    await expect(box).toBeVisible();
    await box.fill("malgudi");
    await options.first().tap();
    await expect(page).toHaveURL("/books/malgudi-days");
    await expect(box).toBeHidden();

    await test.step("in a narrow box, and where the keyboard leaves little room", async () => {
      await page.goto("/search");
      await expectReady(page);
      const narrow = partsOf(page, page.getByRole("main").getByRole("search"));
      await narrow.box.fill("the");
      await expect(narrow.options).toHaveCount(8);
      await page.setViewportSize({ width: 360, height: 420 });
      const popup = narrow.list.locator("xpath=../..");
      await expect.poll(async () => (await popup.boundingBox())!.height).toBeLessThan(250);
      const { x: left, width: popupWidth } = (await popup.boundingBox())!;
      expect(left + popupWidth).toBeLessThanOrEqual(360);
      await narrow.box.press("ArrowUp");
      await expect(narrow.options.last()).toBeInViewport();
    });
  });
});
