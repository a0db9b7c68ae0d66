/** What a reader has of a bought book: its place on the shelf, its bookplate, and a picture of it to send. */
import type { Locator, Page } from "@playwright/test";

import { expect, test } from "#tests/support/browser/journey.ts";
import { placePaid } from "#tests/support/places/order-places.ts";
import { expectPaid, expectReady, openWidget, payInWidget } from "#tests/support/sales/shopper.ts";
import { sendForm, signInBrowser } from "#tests/support/sales/signed-in.ts";

const sendButton = (page: Page) => page.getByRole("button", { name: "Send a picture" });
const picture = (page: Page) => page.getByRole("img", { name: /on the bookplate of/ });

/** The type of the file that a picture shows; journeys load no pictures. */
async function typeOf(image: Locator): Promise<string | undefined> {
  const answer = await image.page().request.get((await image.getAttribute("src"))!);
  return answer.ok() ? answer.headers()["content-type"] : undefined;
}

/** Buys a book for a signed-in reader, with these words on its plate; returns the order's number. */
async function buyNamed(page: Page, reader: string, name: string, ...bookIds: string[]): Promise<string> {
  await signInBrowser(page, reader);
  await sendForm(page, "/cart/lines", { intent: "bookplate", kind: "mine", name });
  return placePaid(page, ...bookIds);
}

/** Gives the page a dialog for sharing, as phones have one, which notes what it was given. */
async function addShareDialog(page: Page): Promise<() => Promise<{ url: string; files: string[] }[]>> {
  await page.addInitScript(() => {
    const shared: { url: string; files: string[] }[] = [];
    const share = async ({ url = "", files = [] }: ShareData) => {
      shared.push({ url, files: files.map((file) => `${file.name} ${file.type} ${file.size > 10_000}`) });
    };
    Object.assign(window, { shared });
    Object.defineProperties(navigator, { share: { value: share }, canShare: { value: () => true } });
  });
  return () => page.evaluate(() => (window as unknown as { shared: { url: string; files: string[] }[] }).shared);
}

test.describe("by touch on a phone", () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

  test("after paying, a picture of the bookplate goes to a friend and is taken away again", async ({
    page,
    openContext,
  }) => {
    const readShared = await addShareDialog(page);
    await payInWidget(await openWidget(page, "indica"));
    await expectPaid(page);
    const sheet = await page.getByRole("link", { name: "Save the bookplates (PDF)" }).getAttribute("href");
    expect((await page.request.get(sheet!)).headers()["content-type"]).toBe("application/pdf");
    await sendButton(page).tap();
    await expect(page.getByText("an address of its own")).toBeVisible();
    const [shared] = await readShared();
    expect(shared!.files).toEqual(["ex-libris.png image/png true"]);
    expect(new URL(shared!.url).pathname).toMatch(/^\/ex-libris\/[\w-]{43}$/);

    const friend = await (await openContext()).newPage();
    await friend.goto(shared!.url);
    expect(await typeOf(picture(friend))).toBe("image/png");
    await expect(friend.getByRole("link", { name: "Write your name in one" })).toBeVisible();
    await page.getByRole("link", { name: "an address of its own" }).tap();
    await expectReady(page);
    await expect(page.getByLabel("Its address")).toHaveValue(shared!.url);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    await page.getByRole("button", { name: "Take it away" }).tap();
    await expect(picture(page)).toHaveCount(0);
    expect((await friend.request.get(shared!.url)).status()).toBe(404);
  });
});

test("by keyboard, with reduced motion: a spine leads to its bookplate, whose picture has an address to copy", async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await buyNamed(page, "Shelf Keys", "فاطمہ 🎉", "indica", "godan");
  await page.goto("/account/shelf");
  await expectReady(page);
  const spines = page.getByRole("main").locator(".spines a");
  await expect(spines).toHaveCount(2);
  await expect(spines.last().getByRole("img")).toHaveAccessibleName(/^गोदान, /);
  expect(await typeOf(spines.first().getByRole("img"))).toBe("image/webp");
  await spines.first().focus();
  await page.keyboard.press("Tab");
  await expect(spines.last()).toBeFocused();
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Indica" })).toBeVisible();
  await expect(page.getByText("فاطمہ 🎉")).toBeVisible();
  expect(await page.locator(".opened-board").evaluate((board) => getComputedStyle(board).animationName)).toBe("none");

  // Without a dialog for sharing, the form leads to the picture.
  await sendButton(page).focus();
  await page.keyboard.press("Enter");
  expect(await typeOf(picture(page))).toBe("image/png");
  await expect(page.getByRole("link", { name: "Save the picture" })).toHaveAttribute("download", "ex-libris.png");
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the shelf, the bookplate and its picture are plain pages", async ({ page }) => {
    const hostile = `<img src=x onerror="alert(1)"> ${"x".repeat(60)}`;
    await buyNamed(page, "Shelf Plain", hostile, "indica");
    await page.goto("/account");
    await page.getByRole("navigation", { name: "Account" }).getByRole("link", { name: "My Shelf" }).click();
    await page.getByRole("link", { name: /^Indica/ }).click();
    await expect(page.getByText(hostile.slice(0, 60))).toBeVisible();
    await sendButton(page).click();
    await expect(picture(page)).toBeVisible();
    await page.goto(await page.getByLabel("Its address").inputValue());
    await expect(picture(page)).toHaveAccessibleName(`Ex libris ${hostile.slice(0, 60)}, on the bookplate of Indica`);
    await page.getByRole("link", { name: "Write your name in one" }).click();
    await expect(page).toHaveURL("/books/indica/look-inside");
  });
});
