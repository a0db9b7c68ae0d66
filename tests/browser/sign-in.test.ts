/**
 * Sign-in with Google: popup, redirect, cancelled sign-in, the header before hydration, and tampered browser storage.
 */
import { devices, type BrowserContext, type Locator, type Page } from "@playwright/test";

import { expect, test } from "#tests/support/browser/journey.ts";
import { expectBadge, expectReady, putInCart } from "#tests/support/sales/shopper.ts";
import { signInBrowser } from "#tests/support/sales/signed-in.ts";

const cancelled = "Sign-in was cancelled. Please try again.";
/** The specification requires that a failed sign-in is logged as well. */
const loggedCancel = /^Sign-in was cancelled/;

const loginButton = (page: Page) => page.getByRole("button", { name: "Login with Google" });
const profile = (page: Page): Locator => page.getByRole("banner").getByRole("button", { name: /^My Account/ });
const signInLink = (page: Page) => page.getByRole("banner").getByRole("link", { name: "Sign in" });
const keys = (page: Page) =>
  page.evaluate(() =>
    Object.keys(localStorage)
      .filter((key) => key.startsWith("auth-"))
      .sort(),
  );
const isKnown = async (page: Page) => (await page.request.get("/api/auth/me", { maxRetries: 2 })).status() === 200;

async function openLogin(page: Page, path = "/login"): Promise<void> {
  await page.goto(path);
  await expectReady(page);
}

/** Presses the button and returns the popup with Google's account chooser. */
async function openPopup(page: Page, button = loginButton(page)): Promise<Page> {
  await expectReady(page);
  const [popup] = await Promise.all([page.waitForEvent("popup"), button.click()]);
  await expect(popup.getByRole("heading", { name: "Choose an account" })).toBeVisible();
  return popup;
}

/** Chooses an account outside the samples in Google's chooser, so that no journey uses another journey's reader. */
async function chooseAccount(page: Page, name: string): Promise<void> {
  await page.getByText("Use another account").click();
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByLabel("E-mail address").fill(`${name.toLowerCase().replaceAll(" ", ".")}@example.com`);
  await page.getByRole("button", { name: "Continue" }).click();
}

/** Signs a browser in without its pages, and opens a page that needs little of the shop. */
async function openSignedIn(context: BrowserContext, name: string): Promise<Page> {
  await signInBrowser(context, name);
  const page = await context.newPage();
  await page.goto("/shipping");
  return page;
}

test(
  "a reader signs in by the popup and goes on where they were, and every tab knows, also when they sign out",
  {
    tag: "@core",
  },
  async ({ page, context }) => {
    const other = await context.newPage();
    await other.goto("/shipping");
    await expectReady(other);
    await page.goto("/books/malgudi-days");
    await signInLink(page).click();
    await expect(page.getByRole("heading", { level: 1, name: "Welcome Back" })).toBeVisible();
    const popup = await openPopup(page);
    await expect(page.getByRole("button", { name: "Signing in..." })).toBeDisabled();
    await chooseAccount(popup, "Lila Popup");
    await expect(page).toHaveURL("/books/malgudi-days");
    await expect.poll(() => popup.isClosed()).toBe(true);
    await expect(profile(page)).toHaveAccessibleName("My Account Lila Popup");
    await expect(signInLink(page)).toBeHidden();
    expect(await keys(page)).toEqual(["auth-storage", "auth-token"]);
    const kept = await page.evaluate(() => JSON.parse(localStorage.getItem("auth-storage")!));
    expect(kept).toMatchObject({
      state: { user: { name: "Lila Popup", email: "lila.popup@example.com" }, isAuthenticated: true },
      version: 0,
    });
    await expect(profile(other)).toHaveAccessibleName("My Account Lila Popup");

    await profile(page).click();
    await page.getByRole("navigation", { name: "My Account" }).getByRole("button", { name: "Sign out" }).click();
    await expect(signInLink(page)).toBeVisible();
    await expect(signInLink(other)).toBeVisible();
    expect(await keys(page)).toEqual([]);
    expect(await isKnown(page)).toBe(false);
  },
);

test(
  "on a phone a reader signs in by going to Google and back in one page, and signs out",
  {
    tag: "@core",
  },
  async ({ openContext }) => {
    const page = await (await openContext(devices["Pixel 7"])).newPage();
    await openLogin(page);
    await loginButton(page).tap();
    await chooseAccount(page, "Phone Reader");
    await expect(page).toHaveURL("/");
    await profile(page).tap();
    await page.getByRole("button", { name: "Sign out" }).tap();
    await expect(profile(page)).toBeHidden();
  },
);

test("where popups are blocked the whole page goes, the cart is there on the way back, and to register is to choose an account", async ({
  page,
  expectTrouble,
}) => {
  expectTrouble(loggedCancel);
  await page.addInitScript(() => {
    window.open = () => null;
  });
  await putInCart(page, "malgudi-days", "the-hobbit");
  await page.goto("/cart");
  await signInLink(page).click();
  await expectReady(page);
  await loginButton(page).click();
  await chooseAccount(page, "Blocked Popup");
  await expect(page).toHaveURL("/cart");
  await expect(profile(page)).toHaveAccessibleName("My Account Blocked Popup");
  await expect(page.getByRole("main").getByRole("link", { name: "The Hobbit" })).toBeVisible();
  await expectBadge(page, 2);
  await profile(page).click();
  await page.getByRole("button", { name: "Sign out" }).click();
  await expectBadge(page, 0);

  // Google remembers the one account: signing in would not ask, registering does.
  await openLogin(page, "/register");
  await expect(page.getByRole("heading", { level: 1, name: "Create Your Account" })).toBeVisible();
  await page.getByRole("button", { name: "Register with Google" }).click();
  await expect(page.getByRole("heading", { name: "Choose an account" })).toBeVisible();
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByText(cancelled)).toBeVisible();
  await expect(page).toHaveURL("/register");
  await page.reload();
  await expect(page.getByRole("heading", { level: 1, name: "Create Your Account" })).toBeVisible();
  await expect(page.getByText(cancelled)).toBeHidden();
});

test("the header is right before any script of ours has loaded, nothing moves when it has, and its menu opens by keyboard", async ({
  page,
}) => {
  await signInBrowser(page, "Early Header");
  let letGo = () => {};
  const held = new Promise<void>((resolve) => (letGo = resolve));
  await page.route("**/assets/*.js", async (route) => {
    await held;
    await route.continue();
  });
  await page.goto("/shipping", { waitUntil: "commit" });
  // The menu needs scripts; before hydration a link to the account is in its place.
  const link = page.getByRole("banner").getByRole("link", { name: "My Account" });
  await expect(link).toBeVisible();
  await expect(signInLink(page)).toBeHidden();
  const name = await link.locator(".reader-name").evaluate((span) => getComputedStyle(span, "::before").content);
  expect(name).toBe('"Early Header"');
  const before = await link.boundingBox();
  letGo();
  await expectReady(page);
  expect(await profile(page).boundingBox()).toEqual(before);

  await profile(page).focus();
  await page.keyboard.press("Enter");
  const menu = page.getByRole("navigation", { name: "My Account" });
  await expect(menu.getByRole("link")).toHaveText(["Account", "Orders"]);
  await page.keyboard.press("Tab");
  await expect(menu.getByRole("link", { name: "Account" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(menu).toBeHidden();
  await expect(profile(page)).toBeFocused();
  await profile(page).click();
  await menu.getByRole("link", { name: "Orders" }).click();
  await expect(page).toHaveURL("/orders");
  await expect(menu).toBeHidden();
});

test("who turns back or closes the popup is told so and may try again, and a popup that Google has cut off still signs its reader in", async ({
  page,
  expectTrouble,
}) => {
  expectTrouble(loggedCancel);
  await openLogin(page);
  await (await openPopup(page)).getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByText(cancelled)).toBeVisible();
  await expect(loginButton(page)).toBeEnabled();
  await page.getByRole("link", { name: "Create your account" }).click();
  await expect(page.getByText(cancelled)).toBeHidden();
  const registerButton = page.getByRole("button", { name: "Register with Google" });
  await (await openPopup(page, registerButton)).close();
  await expect(page.getByText(cancelled)).toBeVisible();

  const control = "/stand-ins/google/control/faults";
  const headers = { origin: process.env.JOURNEY_URL! };
  await page.request.post(control, { maxRetries: 2, headers, data: { closedOpener: { times: "always" } } });
  const popup = await openPopup(page, registerButton);
  await expect.poll(() => popup.evaluate(() => window.opener)).toBeNull();
  await chooseAccount(popup, "Second Thought");
  await expect(profile(page)).toHaveAccessibleName("My Account Second Thought");
  await page.request.post(control, { maxRetries: 2, headers, data: { closedOpener: null } });
});

test("what is kept in the browser draws the header and opens nothing, and is gone once the session is ended elsewhere", async ({
  context,
  openContext,
  expectTrouble,
}) => {
  const robbed = await openSignedIn(context, "Robbed Reader");
  await expect(profile(robbed)).toHaveAccessibleName("My Account Robbed Reader");
  const kept = await robbed.evaluate(() => ({ ...localStorage }));
  const page = await (await openContext()).newPage();
  // An image of the shop's origin runs no script, and shares its storage. The drawing's own style is blocked by its
  // policy.
  expectTrouble(/Applying inline style/);
  await page.goto("/favicon.svg");
  await page.evaluate((loot) => Object.assign(localStorage, loot), kept);
  await page.goto("/shipping");
  await expect(profile(page)).toHaveAccessibleName("My Account Robbed Reader");
  expect(await isKnown(page)).toBe(false);

  // A page for readers redirects to the sign-in; leftovers of an old session do not prevent signing in.
  await page.goto("/login?next=%2Faccount");
  await expect(page.getByRole("status").filter({ hasText: "Your session has ended." })).toBeVisible();
  expect(await keys(page)).toEqual([]);
  await expect(signInLink(page)).toBeVisible();

  // By the specification, a token alone shows the visitor as signed in, without a name.
  expectTrouble(/401/);
  await page.evaluate(() => localStorage.setItem("auth-token", "anything"));
  for (const path of ["/login", "/register"]) {
    await page.goto(path);
    await expect(page).toHaveURL("/");
  }
  await expect(profile(page)).toHaveAccessibleName("My Account");
  await profile(page).click();
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(signInLink(page)).toBeVisible();

  expectTrouble(/could not be read/);
  await page.evaluate(() => localStorage.setItem("auth-storage", "{broken"));
  await page.goto("/shipping");
  await expect(signInLink(page)).toBeVisible();

  // For the real owner a token alone is enough: the shop restores the rest from the session cookie.
  await robbed.evaluate(() => localStorage.removeItem("auth-storage"));
  await robbed.reload();
  await expect(profile(robbed)).toHaveAccessibleName("My Account Robbed Reader");

  // After another device has signed out everywhere, this browser is a guest on its next page.
  const elsewhere = await openContext();
  await signInBrowser(elsewhere, "Robbed Reader");
  await elsewhere.request.post("/api/auth/logout", {
    maxRetries: 2,
    form: { everywhere: "yes" },
    headers: { origin: process.env.JOURNEY_URL! },
  });
  await robbed.getByRole("banner").getByRole("combobox").fill("malgudi");
  await robbed.keyboard.press("Enter");
  await expect(signInLink(robbed)).toBeVisible();
  expect(await keys(robbed)).toEqual([]);
});
