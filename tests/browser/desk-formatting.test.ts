/** The buttons and keys that format a text at the desk. */
import { deskOf, signInAtDesk } from "#tests/support/desk/desk-journey.ts";
import { openDeskPage } from "#tests/support/places/desk-places.ts";
import { expect, test } from "#tests/support/browser/journey.ts";

test("what is selected is formatted by buttons and keys, and the browser can undo it", async ({ db, openContext }) => {
  const context = await openContext({ baseURL: deskOf(process.env.JOURNEY_URL!) });
  await signInAtDesk(context, db, "owner");
  const page = await context.newPage();
  await openDeskPage(page, "/pages/edit");
  const text = page.getByRole("textbox", { name: /^Text/ });
  const preview = page.getByRole("region", { name: "As readers will see it" });
  const button = (name: string) => page.getByRole("button", { name, exact: true });
  const select = (words: string) =>
    text.evaluate((area: HTMLTextAreaElement, found) => {
      const at = area.value.indexOf(found);
      area.setSelectionRange(at, at + found.length);
      area.focus();
    }, words);

  await page.getByRole("textbox", { name: /^Title/ }).fill("School orders");
  await text.fill("For schools\nTwenty copies\nA bill for your school\n\nWrite to us.");
  await select("Twenty");
  await text.press("Control+b");
  await expect(text).toHaveValue(/\n\*\*Twenty\*\* copies\n/);
  await expect(preview.locator("strong", { hasText: "Twenty" })).toBeVisible();
  await text.press("Control+b");
  await expect(text).toHaveValue(/\nTwenty copies\n/);
  await text.press("Control+z");
  await expect(text).toHaveValue(/\n\*\*Twenty\*\* copies\n/);

  await select("For schools");
  await button("Heading").click();
  await expect(preview.getByRole("heading", { name: "For schools" })).toBeVisible();
  await select("**Twenty** copies\nA bill for your school");
  await button("List").click();
  await expect(preview.getByRole("listitem")).toHaveText(["Twenty copies", "A bill for your school"]);
  await text.press("Control+z");
  await expect(text).toHaveValue("## For schools\n**Twenty** copies\nA bill for your school\n\nWrite to us.");

  // Here Ctrl+K makes a link; anywhere else it opens the search.
  await select("Write to us");
  await text.press("Control+k");
  const address = page.getByRole("combobox", { name: "Where the link leads" });
  await expect(address).toBeFocused();
  await address.fill("/contact");
  await address.press("Enter");
  await expect(text).toBeFocused();
  await expect(preview.getByRole("link", { name: "Write to us" })).toHaveAttribute("href", /\/contact$/);
  await text.press("Control+k");
  await address.press("Escape");
  await expect(address).toBeHidden();
  await expect(text).toBeFocused();
  await page.getByRole("textbox", { name: /^Title/ }).press("Control+k");
  await expect(page.getByLabel(/^Find an order/)).toBeFocused();

  await text.evaluate((area: HTMLTextAreaElement) => area.setSelectionRange(area.value.length, area.value.length));
  await button("Field").press("Enter");
  await page.getByRole("button", { name: /Insert \{shop name\}/ }).press("Enter");
  await expect(text).toHaveValue(/\[Write to us\]\(\/contact\)\.\{shop name\}$/);
});
