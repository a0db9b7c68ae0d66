import { readFile } from "node:fs/promises";

import type { Locator, Page } from "@playwright/test";

import { expect, test } from "#tests/support/journey.ts";
import { lettersAbout } from "#tests/support/letters.ts";
import { expectPaid, expectReady, payButton, payInWidget, putInCart, widgetOf } from "#tests/support/shopper.ts";
import { homeAddress, sendForm, signInBrowser } from "#tests/support/signed-in.ts";

const status = (page: Page, words: string): Locator => page.getByRole("status").filter({ hasText: words });
const profile = (page: Page): Locator => page.getByRole("banner").getByRole("button", { name: /^My Account/ });
const updated = "Your information has been updated successfully.";
const newPassword = "Your password has been updated successfully.";

test("a reader's details: name and phone at once, a password by its rules, a new address by letter", async ({
  page,
  expectTrouble,
}) => {
  expectTrouble(/status of 422/);
  await signInBrowser(page, "Nila Raman");
  await page.goto("/account");
  // Nothing is said to be done before it is, not even for three seconds.
  expect(await page.getByRole("main").getByRole("status").getByRole("paragraph").count()).toBe(0);
  await expectReady(page);
  await expect(profile(page)).toHaveAccessibleName("My Account Nila Raman");
  await page.getByLabel("Name", { exact: true }).fill("Nila Iyer");
  await page.getByLabel("Phone", { exact: false }).fill("12");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(
    page.getByText("Enter a 10-digit Indian mobile number, so that the courier can call you."),
  ).toBeVisible();
  await expect(page.getByLabel("Phone", { exact: false })).toBeFocused();
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Nila Iyer");
  await page.getByLabel("Phone", { exact: false }).fill("098765 43210");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(status(page, updated)).toBeVisible();
  await expect(profile(page)).toHaveAccessibleName("My Account Nila Iyer");
  await expect(page.getByText(updated)).toBeHidden();

  const fields = ["Current password", "New password", "Confirm new password"].map((label) =>
    page.getByLabel(label, { exact: true }),
  );
  /** Without a password there is no field for the current one. */
  const setPassword = async (current: string | null, ...typed: string[]) => {
    if (current === null) await expect(fields[0]!).toHaveCount(0);
    else await fields[0]!.fill(current);
    for (const [place, words] of typed.entries()) await fields[place + 1]!.fill(words);
    await page.getByRole("button", { name: "Update password" }).click();
  };
  await setPassword(null, "monsoon", "harvest");
  await expect(page.getByText("New passwords do not match.")).toBeVisible();
  await expect(fields[2]!).toBeFocused();
  await setPassword(null, "rains", "rains");
  await expect(page.getByText("Password must be at least 6 characters.")).toBeVisible();
  await setPassword(null, "monsoon", "monsoon");
  await expect(status(page, newPassword)).toBeVisible();
  for (const field of fields) await expect(field).toHaveValue("");
  await setPassword("not it", "harvest", "harvest");
  await expect(page.getByText("That is not your account password.")).toBeVisible();

  await page.getByLabel("E-mail", { exact: true }).fill("nila.new@example.com");
  await page.getByRole("textbox", { name: "Account password" }).fill("monsoon");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("We have sent an e-mail to nila.new@example.com.")).toBeVisible();
  const find = async () =>
    (await lettersAbout(page, "Confirm your e-mail address")).filter(({ to }) => to === "nila.new@example.com");
  await expect.poll(async () => (await find()).length, { timeout: 60_000 }).toBe(1);
  const [letter] = await find();
  await page.goto(/http\S+\/account\/confirm-email\S+/.exec(letter!.text)![0]);
  await page.getByRole("button", { name: "Confirm this address" }).click();
  await expect(page).toHaveURL(/\/account\?done=information/);
  await expect(page.getByLabel("E-mail", { exact: true })).toHaveValue("nila.new@example.com");
});

test("an account kept, used and left: addresses at the checkout, the card forgotten, the data in a file", async ({
  page,
}) => {
  await signInBrowser(page, "Kabir Bose");
  await page.goto("/account/addresses");
  await page.getByRole("link", { name: "Add an address" }).click();
  for (const [label, text] of [
    ["Full name", "Kabir Bose"],
    ["Phone", "98765 43210"],
    ["Address", "9 Park Street"],
    ["PIN code", "560001"],
    ["Town or city", "Kolkata"],
  ])
    await page.getByLabel(label!, { exact: true }).fill(text!);
  await page.getByLabel("State", { exact: true }).selectOption("West Bengal");
  await expect(page.getByText("This PIN code does not seem to belong to that state.")).toBeVisible();
  await page.getByLabel("PIN code").fill("700016");
  await page.getByRole("button", { name: "Save address" }).click();
  await expect(page.getByText("Your address is saved.")).toBeVisible();
  await expect(page.getByRole("listitem").filter({ hasText: "9 Park Street" })).toContainText("Default");
  await sendForm(page, "/account/addresses/new", homeAddress);

  await putInCart(page, "the-monk-who-sold-his-ferrari");
  await page.goto("/cart");
  await expectReady(page);
  const details = page.getByRole("region", { name: "Delivery details" });
  await expect(details.getByText("9 Park Street")).toBeVisible();
  await expect(details.getByText("+91 98765 43210")).toBeVisible();
  await expect(details.getByRole("textbox")).toHaveCount(0);
  await expect(page.getByText(/^Free delivery to 700016, with you/)).toBeVisible();
  await details.getByRole("link", { name: "Change the address" }).press("Enter");
  await expect(page.getByRole("link", { name: /9 Park Street/ })).toBeFocused();
  await expect(page.getByLabel("Address", { exact: true })).toHaveValue("9 Park Street");
  await page.getByRole("link", { name: /12 Church Street/ }).click();
  await expect(page.getByText(/^Free delivery to 560001, with you/)).toBeVisible();
  await expect(page.getByLabel("Address", { exact: true })).toHaveValue("12 Church Street");
  await page.getByRole("link", { name: "Another address" }).click();
  await expect(page.getByLabel("Address", { exact: true })).toHaveValue("");
  await expect(page.getByLabel("Save this address", { exact: false })).not.toBeChecked();
  await page.getByRole("link", { name: /9 Park Street/ }).click();
  await payButton(page).click();
  await payInWidget(await widgetOf(page));
  const number = await expectPaid(page);

  await page.goto("/account");
  await page.getByRole("navigation", { name: "Account" }).getByRole("link", { name: "Payment Methods" }).click();
  await page.getByRole("button", { name: /^Forget .*1007$/ }).click();
  await expect(page.getByText("We have no record of a card or UPI handle of yours.")).toBeVisible();

  await page.goto("/account/privacy");
  const reviews = page.getByRole("listitem").filter({ hasText: "E-mails that ask for a review" }).first();
  await expect(reviews.getByText("Off", { exact: true })).toBeVisible();
  await reviews.getByRole("button", { name: "Turn on E-mails that ask for a review" }).click();
  await expect(reviews.getByText("On", { exact: true })).toBeVisible();
  await expect(reviews.getByRole("button", { name: "Turn off E-mails that ask for a review" })).toBeVisible();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download my data" }).click(),
  ]);
  const data = await readFile(await download.path(), "utf8");
  for (const words of [number, "9 Park Street", "kabir.bose@example.com"]) expect(data).toContain(words);

  await page.getByRole("link", { name: "Delete my account" }).click();
  await expect(page.getByRole("main").getByRole("link", { name: number })).toBeVisible();
  await expect(page.getByRole("button", { name: "Delete my account" })).toBeHidden();
});

test("without JavaScript too: details and their banner, an address, and the account deleted", async ({
  openContext,
}) => {
  const page = await (await openContext({ javaScriptEnabled: false })).newPage();
  await signInBrowser(page, "Plain Reader");
  await page.goto("/account");
  await page.getByLabel("Name", { exact: true }).fill("Plain Raman");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText(updated)).toBeVisible();
  await expect(page.getByText(updated)).toBeHidden();
  await page.getByLabel("New password", { exact: true }).fill("monsoon");
  await page.getByLabel("Confirm new password", { exact: true }).fill("monsoon");
  await page.getByRole("button", { name: "Update password" }).click();
  await expect(page.getByText(newPassword)).toBeVisible();
  await sendForm(page, "/account/addresses/new", homeAddress);
  await page.goto("/account/addresses");
  await page.getByRole("button", { name: /^Delete/ }).click();
  await expect(page.getByText("No address yet")).toBeVisible();
  await page.goto("/account/delete");
  await page.getByRole("textbox", { name: "Account password" }).fill("monsoon");
  await page.getByRole("button", { name: "Delete my account" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Your account is deleted" })).toBeVisible();
  await page.goto("/account");
  await expect(page).toHaveURL(/\/login\?next=/);
});
