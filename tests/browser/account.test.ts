import type { Locator, Page } from "@playwright/test";

import { expect, test } from "#tests/support/browser/journey.ts";
import { expectReady, putInCart } from "#tests/support/sales/shopper.ts";
import { homeAddress, sendForm, signInBrowser } from "#tests/support/sales/signed-in.ts";

const status = (page: Page, words: string): Locator => page.getByRole("status").filter({ hasText: words });
const updated = "Your information has been updated successfully.";

test("details are saved at once and shown in the header, an error takes the focus, and a new password leaves its fields empty", async ({
  page,
  expectTrouble,
}) => {
  expectTrouble(/status of 422/);
  await signInBrowser(page, "Nila Raman");
  await page.goto("/account");
  await expectReady(page);
  expect(await page.evaluate(() => scrollY)).toBe(0);
  const profile = page.getByRole("banner").getByRole("button", { name: /^My Account/ });
  await expect(profile).toHaveAccessibleName("My Account Nila Raman");
  const save = page.getByRole("button", { name: "Save changes" });
  const phone = page.getByLabel("Phone", { exact: false });
  await page.getByLabel("Name", { exact: true }).fill("Nila Iyer");
  await phone.fill("12");
  await save.click();
  await expect(page.getByText("Enter your 10-digit mobile number, so the courier can call.")).toBeVisible();
  await expect(phone).toBeFocused();
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Nila Iyer");
  await phone.fill("098765 43210");
  await save.click();
  await expect(status(page, updated)).toBeVisible();
  await expect(profile).toHaveAccessibleName("My Account Nila Iyer");
  await expect(page.getByText(updated)).toBeHidden();

  const fields = ["Current password", "New password", "Confirm new password"].map((label) =>
    page.getByLabel(label, { exact: true }),
  );
  const [current, password, again] = [fields[0]!, fields[1]!, fields[2]!];
  await expect(current).toHaveCount(0);
  await expect(password).toBeHidden();
  await page.getByText("Set an account password").click();
  await password.fill("monsoon");
  await again.fill("harvest");
  await page.getByRole("button", { name: "Set password" }).click();
  await expect(page.getByText("New passwords do not match.")).toBeVisible();
  await expect(again).toBeFocused();
  await again.fill("monsoon");
  await page.getByRole("button", { name: "Set password" }).click();
  await expect(status(page, "Your password has been updated successfully.")).toBeVisible();
  for (const field of fields) await expect(field).toHaveValue("");
});

test("a PIN code fills in its town, an odd one is mentioned while an address is typed, and a saved address fills the checkout with one press", async ({
  page,
}) => {
  await signInBrowser(page, "Kabir Bose");
  await sendForm(page, "/account/addresses/new", homeAddress);
  await page.goto("/account/addresses/new");
  await expectReady(page);
  for (const [label, text] of [
    ["Full name", "Kabir Bose"],
    ["Phone", "98765 43210"],
    ["Address", "9 Park Street"],
    ["PIN code", "560001"],
  ])
    await page.getByLabel(label!, { exact: true }).fill(text!);
  const town = page.getByLabel("Town or city");
  await expect(town).toHaveValue("Bengaluru");
  await town.fill("Kolkata");
  await page.getByLabel("State", { exact: true }).selectOption("West Bengal");
  await expect(page.getByText("This PIN code does not seem to belong to that state.")).toBeVisible();
  await page.getByLabel("PIN code").fill("700016");
  await page.getByRole("button", { name: "Save address" }).click();
  await expect(page.getByText("Your address is saved.")).toBeVisible();
  await expect(page.getByRole("listitem").filter({ hasText: "9 Park Street" })).toBeVisible();

  await putInCart(page, "the-monk-who-sold-his-ferrari");
  await page.goto("/cart");
  await expectReady(page);
  const details = page.getByRole("region", { name: "Delivery details" });
  await expect(details.getByText("12 Church Street")).toBeVisible();
  await expect(details.getByRole("textbox")).toHaveCount(0);
  await expect(page.getByText(/^Free delivery to 560001, arriving/)).toBeVisible();
  await details.getByRole("link", { name: "Change the address" }).press("Enter");
  await expect(page.getByRole("link", { name: /12 Church Street/ })).toBeFocused();
  const line = page.getByLabel("Address", { exact: true });
  await expect(line).toHaveValue("12 Church Street");
  await page.getByRole("link", { name: /9 Park Street/ }).click();
  await expect(page.getByText(/^Free delivery to 700016, arriving/)).toBeVisible();
  await expect(line).toHaveValue("9 Park Street");
  await page.getByRole("link", { name: "Another address" }).click();
  await expect(line).toHaveValue("");
  await expect(page.getByLabel("Save this address", { exact: false })).not.toBeChecked();
});
