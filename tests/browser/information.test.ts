import { expect, test } from "#tests/support/browser/journey.ts";
import { expectNoFaults } from "#tests/support/browser/page-faults.ts";
import { expectReady } from "#tests/support/sales/shopper.ts";

test("a message to the shop: what is missing is said, a link leads to each field and loses nothing, then a ticket and thanks", async ({
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
  await expectNoFaults(page, "the contact page with errors");
  await page.getByRole("alert").getByRole("link", { name: "Email" }).click();
  await expect(page).toHaveURL("/contact#email");
  await expect(page.getByRole("alert")).toContainText("Please check these fields:");
  await expect(page.getByRole("textbox", { name: "Message" })).toHaveValue("Half a letter");

  const written = { Email: "asha.writes@example.com", Subject: "A torn cover", Message: "It came torn." };
  await name.fill("Asha Rao");
  for (const [label, text] of Object.entries(written)) await page.getByRole("textbox", { name: label }).fill(text);
  await page.getByRole("button", { name: "Send Message" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Thank you for writing" })).toBeVisible();
  const ticket = /EPT-\w{8}/.exec(page.url())![0];
  await expect(page.getByRole("main")).toContainText(ticket);
});

test("the questions narrow as one types, each has an address of its own, and the newsletter is asked for in place", async ({
  page,
}) => {
  await page.goto("/faq");
  await expectReady(page);
  const questions = page.getByRole("main").getByRole("heading", { level: 3 });
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
  await page.getByRole("navigation", { name: "Most asked" }).getByRole("link", { name: "How can I pay?" }).click();
  await expect(page).toHaveURL("/faq?q=damaged#ways-to-pay");
  await expect(page.locator("#ways-to-pay")).toBeInViewport();
  await page.goto("/faq#cancel");
  await expect(page.getByRole("heading", { name: "How do I cancel?" })).toBeInViewport();
  const answer = page.locator("#cancel");
  await expect(answer).toBeInViewport();
  await page.getByText("How do I cancel?").click();
  await expect(answer).toBeHidden();

  await page.goto("/newsletter");
  await expectReady(page);
  const address = page.getByRole("main").getByRole("textbox", { name: "Your e-mail address" });
  await address.fill("reads.letters@example.com");
  await page.getByRole("button", { name: "Subscribe" }).click();
  await expect(page.getByText("Thank you. One more step.")).toBeVisible();
  await expect(page).toHaveURL("/newsletter");
});
