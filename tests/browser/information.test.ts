import type { Page } from "@playwright/test";

import { expect, test } from "#tests/support/journey.ts";
import { expectLetters, lettersAbout } from "#tests/support/letters.ts";
import { lookOver } from "#tests/support/look-over.ts";
import { expectReady } from "#tests/support/shopper.ts";

async function write(page: Page, subject: string) {
  const form = page.getByRole("main");
  await form.getByRole("textbox", { name: "Name", exact: true }).fill("Asha Rao");
  await form.getByRole("textbox", { name: "Email" }).fill("asha.writes@example.com");
  await form.getByRole("textbox", { name: "Subject" }).fill(subject);
  await form.getByRole("textbox", { name: "Message" }).fill("It came with a torn cover.");
  await form.getByRole("button", { name: "Send Message" }).click();
}

/** The address of a page in the letter to this reader. */
async function linkInLetter(page: Page, to: string, subject: string, words: RegExp): Promise<string> {
  await expect
    .poll(async () => (await lettersAbout(page, subject)).some((letter) => letter.to === to), { timeout: 60_000 })
    .toBe(true);
  const letter = (await lettersAbout(page, subject)).find((one) => one.to === to)!;
  return words.exec(letter.text)![0];
}

test("a message to the shop: what is missing is said, then a ticket, thanks and two letters", async ({
  page,
  expectTrouble,
}) => {
  expectTrouble(/status of 422/);
  await page.goto("/contact");
  await expectReady(page);
  await page.getByRole("button", { name: "Send Message" }).click();
  const name = page.getByRole("main").getByRole("textbox", { name: "Name", exact: true });
  await expect(page.getByRole("alert").getByRole("link")).toHaveText(["Name", "Email", "Subject", "Message"]);
  await expect(name).toHaveAttribute("aria-invalid", "true");
  await expect(page.getByText("Enter your name.")).toHaveCount(1);

  await page.getByRole("textbox", { name: "Message" }).fill("Half a letter");
  await page.getByRole("button", { name: "Send Message" }).click();
  await expect(page.getByRole("alert")).toContainText("Please check these fields:");
  await expect(page.getByRole("textbox", { name: "Email" })).toHaveAccessibleDescription(/Enter your e-mail address/);
  await expect(page.getByRole("textbox", { name: "Message" })).toHaveValue("Half a letter");
  await lookOver(page, "the contact page with errors");
  await page.getByRole("alert").getByRole("link", { name: "Email" }).click();
  await expect(page).toHaveURL("/contact#email");
  await expect(page.getByRole("alert")).toContainText("Please check these fields:");
  await expect(page.getByRole("textbox", { name: "Message" })).toHaveValue("Half a letter");

  await write(page, "A torn cover");
  await expect(page.getByRole("heading", { level: 1, name: "Thank you for writing" })).toBeVisible();
  const ticket = /EPT-\w{8}/.exec(page.url())![0];
  await expect(page.getByRole("main")).toContainText(ticket);
  await expectLetters(page, ticket, [`We have your message, ticket ${ticket}`, `${ticket}: A torn cover`]);
});

test("the questions narrow as one types, and each has an address of its own", async ({ page }) => {
  await page.goto("/faq");
  await expectReady(page);
  const questions = page.getByRole("main").getByRole("heading", { level: 3 });
  expect(await questions.count()).toBeGreaterThanOrEqual(25);
  const box = page.getByRole("search", { name: "Search the questions" }).getByRole("searchbox");
  await box.fill("damaged");
  await expect(page.getByText("1 answer", { exact: true })).toBeVisible();
  await expect(questions).toContainText(["My book came damaged"]);
  await box.press("Enter");
  await expect(page).toHaveURL("/faq?q=damaged");
  await expect(questions).toHaveCount(1);
  await box.fill("zzz");
  await expect(page.getByRole("heading", { name: "No answer has “zzz” in it" })).toBeVisible();
  await box.fill("");
  await page.goto("/faq#cancel");
  await expect(page.getByRole("heading", { name: "How do I cancel?" })).toBeInViewport();
  // A question is no stop on the way by keyboard: its answer stands below it.
  await expect(questions.getByRole("link")).toHaveCount(0);
});

test("the newsletter: thanks in place, a letter that asks, one press to join and one to leave", async ({ page }) => {
  const reader = "reads.letters@example.com";
  await page.goto("/newsletter");
  await expectReady(page);
  await page.getByRole("main").getByRole("textbox", { name: "Your e-mail address" }).fill(reader);
  await page.getByRole("button", { name: "Subscribe" }).click();
  await expect(page.getByText("Thank you. One more step.")).toBeVisible();
  await expect(page).toHaveURL("/newsletter");
  await page.goto(await linkInLetter(page, reader, "Do you want the newsletter", /http\S+\/confirm\/\S+/));
  await page.getByRole("button", { name: "Yes, write to me" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Welcome to the list" })).toBeVisible();
  await page.goto(await linkInLetter(page, reader, "You are on", /http\S+\/leave\/\S+/));
  await page.getByRole("button", { name: "Unsubscribe" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "You are not on the list" })).toBeVisible();
});

test("without a script: a message, a question, a PIN code and the newsletter", async ({ openContext }) => {
  const context = await openContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto("/contact");
  await write(page, "Without a script");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Thank you for writing");
  await page.goto("/faq");
  await page.getByRole("search", { name: "Search the questions" }).getByRole("searchbox").fill("torn");
  await page.getByRole("main").getByRole("button", { name: "Search" }).click();
  await expect(page.getByRole("main").getByRole("heading", { level: 3 })).toContainText(["My book came damaged"]);
  await page.goto("/shipping");
  await page.getByRole("textbox", { name: "PIN code" }).fill("781001");
  await page.getByRole("button", { name: "Tell me" }).click();
  await expect(page.getByText("usually 9 to 14 working days")).toBeVisible();
  await page.goto("/newsletter");
  await page.getByRole("main").getByRole("textbox", { name: "Your e-mail address" }).fill("plain@example.com");
  await page.getByRole("button", { name: "Subscribe" }).click();
  await expect(page.getByText("Thank you. One more step.")).toBeVisible();
});
