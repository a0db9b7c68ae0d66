import { expect, type Page } from "@playwright/test";

import { placePaid } from "./order-places.ts";
import { expectReady, openCart, putInCart } from "#tests/support/sales/shopper.ts";
import { homeAddress, sendForm, signInBrowser } from "#tests/support/sales/signed-in.ts";

const work = {
  ...homeAddress,
  name: "Meera Nair, care of Kaveri Publishing House",
  addressLine1: "4th floor, 1 MG Road",
};
const password = { intent: "password", current: "", password: "monsoon", again: "monsoon" };

/** The pages of a reader's account, in the states that look different. */
export const accountPlaces: Record<string, (page: Page) => Promise<unknown>> = {
  "account details": async (page) => {
    await signInBrowser(page, "Details Reader");
    await page.goto("/account");
  },
  "account details with everything to say": async (page) => {
    await signInBrowser(page, "Busy Reader");
    const fields = { intent: "information", name: "Busy Reader", email: "busy@example.com", phone: "98765 43210" };
    await sendForm(page, "/account", fields);
    await sendForm(page, "/account", password);
    await page.goto("/account");
    await expectReady(page);
    await page.getByLabel("New password", { exact: true }).fill("harvest");
    await page.getByRole("button", { name: "Update password" }).click();
    await expect(page.getByText("New passwords do not match.")).toBeVisible();
  },
  "no saved addresses": async (page) => {
    await signInBrowser(page, "Homeless Reader");
    await page.goto("/account/addresses");
  },
  "saved addresses": async (page) => {
    await signInBrowser(page, "Addresses Reader");
    for (const address of [homeAddress, work]) await sendForm(page, "/account/addresses/new", address);
    await page.goto("/account/addresses");
  },
  "an address with errors": async (page) => {
    await signInBrowser(page, "Mistaken Reader");
    await page.goto("/account/addresses/new");
    await expectReady(page);
    await page.getByRole("button", { name: "Save address" }).click();
    await expect(page.getByText("Enter your address.")).toBeVisible();
  },
  "a cart with saved addresses": async (page) => {
    await signInBrowser(page, "Cart Reader");
    for (const address of [homeAddress, work]) await sendForm(page, "/account/addresses/new", address);
    await putInCart(page, "malgudi-days");
    await openCart(page);
  },
  "a cart in which the address is changed": async (page) => {
    await signInBrowser(page, "Moving Reader");
    for (const address of [homeAddress, work]) await sendForm(page, "/account/addresses/new", address);
    await putInCart(page, "malgudi-days");
    await page.goto("/cart?address=choose");
  },
  "payment methods": async (page) => {
    await signInBrowser(page, "Paying Reader");
    await placePaid(page, "the-monk-who-sold-his-ferrari");
    await page.goto("/account/payment-methods");
  },
  "a shelf without books": async (page) => {
    await signInBrowser(page, "Shelfless Reader");
    await page.goto("/account/shelf");
  },
  "my shelf": async (page) => {
    await signInBrowser(page, "Shelved Reader");
    await placePaid(page, "godan", "indica", "the-hobbit", "kanthapura", "the-monk-who-sold-his-ferrari");
    await page.goto("/account/shelf");
  },
  "a bookplate with its picture": async (page) => {
    await signInBrowser(page, "Pictured Reader");
    const plate = `/orders/${await placePaid(page, "indica")}/bookplates/indica`;
    await sendForm(page, `${plate}/picture`, { intent: "make" });
    await page.goto(plate);
  },
  "a picture that was sent": async (page) => {
    const plate = `/orders/${await placePaid(page, "indica")}/bookplates/indica`;
    await sendForm(page, `${plate}/picture`, { intent: "make" });
    await page.goto(plate);
    await page.goto(await page.getByLabel("Its address").inputValue());
  },
  devices: async (page) => {
    for (let time = 0; time < 2; time += 1) {
      await page.context().clearCookies();
      await signInBrowser(page, "Devices Reader");
    }
    await page.goto("/account/devices");
  },
  privacy: async (page) => {
    await signInBrowser(page, "Private Reader");
    await sendForm(page, "/account/privacy", { purpose: "review-letters", isGiven: "yes" });
    await sendForm(page, "/account", password);
    await page.goto("/account/privacy?refused=wrong");
    await page.getByText("Your choices so far").click();
  },
  "deleting an account": async (page) => {
    await signInBrowser(page, "Leaving Reader");
    await page.goto("/account/delete");
  },
  "a deleted account": (page) => page.goto("/account/deleted"),
};
