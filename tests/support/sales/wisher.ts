/** Wishlists in browser journeys: hearts, sign-in, and every state of the page. */
import { expect, type Page } from "@playwright/test";

import { expectReady } from "./shopper.ts";

/** Presses the hearts of these books, each on its own page. */
export async function wishFor(page: Page, ...bookIds: string[]): Promise<void> {
  for (const bookId of bookIds) {
    await page.goto(`/books/${bookId}`);
    await expectReady(page);
    const hearts = page
      .getByRole("article")
      .first()
      .getByRole("button", { name: /^(Add to|Remove from) wishlist/ });
    await expect(hearts).toHaveAttribute("aria-pressed", "false");
    await hearts.click();
    await expect(hearts).toHaveAttribute("aria-pressed", "true");
  }
}

/** Signs in with an account outside the samples in Google's chooser, then goes on to `next`. */
export async function signInAs(page: Page, name: string, next: string): Promise<void> {
  await page.goto(`/auth/google/start?${new URLSearchParams({ next })}`);
  await page.getByText("Use another account").click();
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByLabel("E-mail address").fill(`${name.toLowerCase().replaceAll(" ", ".")}@example.com`);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page).toHaveURL(next);
}

/** Opens the wishlist of a reader with two lists, one of them shared, with a note; returns the link for friends. */
async function openOwnWishlist(page: Page, name: string): Promise<string> {
  await signInAs(page, name, "/wishlist");
  // Deletes the lists that an earlier test has left under this name.
  const listId = page.locator("input[name=list]").first();
  while ((await listId.count()) > 0) {
    await send(page, "/wishlist", { intent: "delete", list: await listId.inputValue() });
    await page.goto("/wishlist");
  }
  for (const bookId of ["malgudi-days", "the-hobbit", "godan"]) await send(page, "/wishlist/books", { bookId });
  await page.goto("/wishlist");
  const list = await listId.inputValue();
  await send(page, "/wishlist", {
    intent: "edit",
    bookId: "malgudi-days",
    list,
    note: "The hardback, if there is one",
  });
  await send(page, "/wishlist", { intent: "create", name: "For Meera’s birthday" });
  await send(page, "/wishlist", { intent: "share", list });
  await page.goto("/wishlist");
  return page.getByLabel("The link").inputValue();
}

/** The wishlist in all its states. */
export const wishPlaces: Record<string, (page: Page) => Promise<unknown>> = {
  "an empty wishlist": (page) => page.goto("/wishlist"),
  "a guest's wishlist": async (page) => {
    await wishFor(page, "malgudi-days", "the-hobbit");
    await page.goto("/wishlist");
    await expect(page.getByRole("main").getByRole("link", { name: "Malgudi Days" })).toBeVisible();
  },
  "a reader's wishlist": async (page) => {
    await openOwnWishlist(page, "Wishlist Looker");
    await page
      .getByText(/^Edit /)
      .first()
      .click();
    await page.getByText("Share this list", { exact: true }).click();
  },
  "a friend's wishlist": async (page) => {
    const link = await openOwnWishlist(page, "Wishlist Friend");
    await page.context().clearCookies();
    await page.goto(link);
    await page.getByRole("button", { name: "I’ll get this Malgudi Days" }).click();
    await expect(page.getByText("You are getting this", { exact: true })).toBeVisible();
  },
};

async function send(page: Page, path: string, form: Record<string, string>): Promise<void> {
  const answer = await page.request.post(path, { maxRetries: 2, form, headers: { origin: process.env.JOURNEY_URL! } });
  expect(answer.ok()).toBe(true);
}
