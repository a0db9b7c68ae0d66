import type { Locator, Page } from "@playwright/test";

import { expect, test } from "#tests/support/browser/journey.ts";
import { expectNoFaults } from "#tests/support/browser/page-faults.ts";
import { expectReady } from "#tests/support/sales/shopper.ts";

const field = (page: Page, name: string): Locator => page.getByRole("main").getByRole("textbox", { name });

test("each search in vain brings its words into the form, which is filled in by keyboard and leads to what is wrong", async ({
  page,
  expectTrouble,
}) => {
  expectTrouble(/status of 422/);
  await page.goto("/search?q=978-0-14-010783-8");
  await expectReady(page);
  await expect(page.getByRole("heading", { name: "No books found" })).toBeVisible();
  await expect(page.getByRole("region", { name: "Ask us for this book" })).toBeVisible();
  await expect(field(page, "ISBN")).toHaveValue("978-0-14-010783-8");
  await expect(field(page, "Title")).toHaveValue("");
  // Another search in the same document: the form must be reset.
  const search = page.getByRole("main").getByRole("search", { name: "Find a book" });
  await search.getByRole("combobox").fill("Nights Without Lampss");
  await search.getByRole("button", { name: "Search" }).click();
  await expect(field(page, "Title")).toHaveValue("Nights Without Lampss");
  await expect(field(page, "ISBN")).toHaveValue("");

  await field(page, "Title").focus();
  await page.keyboard.press("End");
  await page.keyboard.press("Backspace");
  await page.keyboard.press("Tab");
  await expect(field(page, "Author")).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.type("978-0-14-010783-1");
  await page.keyboard.press("Tab");
  await expect(field(page, "E-mail")).toBeFocused();
  await page.keyboard.press("Enter");

  await expect(page).toHaveURL("/ask-for-a-book");
  await expect(page.getByRole("alert")).toContainText("Please check these fields:");
  await expect(page.getByRole("alert").getByRole("link")).toHaveText(["ISBN", "E-mail"]);
  await expect(field(page, "ISBN")).toHaveAccessibleDescription(/check digit 1, but must end in 8/);
  await expect(field(page, "Title")).toHaveValue("Nights Without Lamps");
  await expectReady(page);
  await expectNoFaults(page, "the request for a book with errors");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("alert").getByRole("link", { name: "ISBN" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(field(page, "ISBN")).toBeFocused();
  await field(page, "ISBN").selectText();
  await page.keyboard.type("978-0-14-010783-8");
  await page.keyboard.press("Tab");
  await page.keyboard.type("asks.for.a.book@example.com");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Thank you for asking" })).toBeVisible();
});
