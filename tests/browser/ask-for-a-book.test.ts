import type { Locator, Page } from "@playwright/test";

import { expect, test } from "#tests/support/journey.ts";
import { expectLetters } from "#tests/support/letters.ts";
import { lookOver } from "#tests/support/look-over.ts";
import { expectReady } from "#tests/support/shopper.ts";

const field = (page: Page, name: string): Locator => page.getByRole("main").getByRole("textbox", { name });
const ask = (page: Page): Locator => page.getByRole("button", { name: "Ask for this book" });

test("a search in vain, by keyboard alone: the form knows what was typed, says what is wrong, and brings a ticket and two letters", async ({
  page,
  expectTrouble,
}) => {
  expectTrouble(/status of 422/);
  await page.goto("/search?q=The%20Room%20on%20the%20Rooof");
  await expectReady(page);
  await expect(page.getByRole("heading", { name: "No books found" })).toBeVisible();
  await expect(page.getByRole("region", { name: "Ask us for this book" })).toBeVisible();
  await expect(field(page, "Title")).toHaveValue("The Room on the Rooof");

  await field(page, "Title").focus();
  await page.keyboard.press("End");
  for (let letter = 0; letter < 2; letter += 1) await page.keyboard.press("Backspace");
  await page.keyboard.type("f");
  await page.keyboard.press("Tab");
  await expect(field(page, "Author")).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.type("978-0-14-010783-1");
  await page.keyboard.press("Tab");
  await expect(field(page, "E-mail")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("alert").getByRole("link")).toHaveText(["ISBN", "E-mail"]);
  await expectReady(page);
  await field(page, "E-mail").focus();
  await page.keyboard.type("asks.for.a.book@example.com");
  await page.keyboard.press("Enter");

  await expect(page).toHaveURL("/ask-for-a-book");
  await expect(page.getByRole("alert")).toContainText("Please check these fields:");
  await expect(field(page, "ISBN")).toHaveAccessibleDescription(/check digit 1, but must end in 8/);
  await expect(field(page, "Title")).toHaveValue("The Room on the Roof");
  await expectReady(page);
  await lookOver(page, "the request for a book with errors");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("alert").getByRole("link", { name: "ISBN" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(field(page, "ISBN")).toBeFocused();
  await field(page, "ISBN").selectText();
  await page.keyboard.type("978-0-14-010783-8");
  await page.keyboard.press("Enter");

  await expect(page.getByRole("heading", { level: 1, name: "Thank you for asking" })).toBeVisible();
  const ticket = /EPT-\w{8}/.exec(page.url())![0];
  await expect(page.getByRole("main")).toContainText(ticket);
  await expectLetters(page, ticket, [
    `We have your request for a book, ticket ${ticket}`,
    `${ticket}: a reader asks for The Room on the Roof`,
  ]);
});

test("another search in vain brings another title into the form", async ({ page }) => {
  await page.goto("/search?q=zzzqqq");
  await expectReady(page);
  const search = page.getByRole("main").getByRole("search", { name: "Find a book" });
  await search.getByRole("combobox").fill("978-0-14-010783-8");
  await search.getByRole("button", { name: "Search" }).click();
  await expect(page).toHaveURL("/search?q=978-0-14-010783-8");
  await expect(field(page, "ISBN")).toHaveValue("978-0-14-010783-8");
  await expect(field(page, "Title")).toHaveValue("");
});

test("without a script: from the questions to the form, a mistake, and a ticket", async ({
  openContext,
  expectTrouble,
}) => {
  expectTrouble(/status of 422/);
  const context = await openContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto("/faq");
  await page.getByRole("main").getByRole("link", { name: "Ask us for it" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Ask us for a book" })).toBeVisible();
  await field(page, "E-mail").fill("plain.asker@example.com");
  await field(page, "Author").fill("Ruskin Bond");
  await ask(page).click();
  await expect(page.getByRole("alert").getByRole("link")).toHaveText(["Title"]);
  await expect(field(page, "Title")).toHaveAccessibleDescription(/Enter the title of the book, or its ISBN\./);
  await expect(field(page, "Author")).toHaveValue("Ruskin Bond");
  await field(page, "Title").fill("The Room on the Roof");
  await ask(page).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Thank you for asking");
});
