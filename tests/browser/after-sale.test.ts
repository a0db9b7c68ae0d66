import type { Locator, Page } from "@playwright/test";

import { shipOrder } from "#shop/orders/ship-order.server.ts";
import { expect, test } from "#tests/support/journey.ts";
import { expectLetters, lettersAbout } from "#tests/support/letters.ts";
import { expectPaid, expectReady, openWidget, payInWidget } from "#tests/support/shopper.ts";
import { withClock } from "#tests/support/with-clock.ts";

/** Pays for these books and opens the page of the order. */
async function openPaidOrder(page: Page, ...bookIds: string[]): Promise<string> {
  await payInWidget(await openWidget(page, ...bookIds));
  const number = await expectPaid(page);
  await page.goto(`/orders/${number}`);
  await expectReady(page);
  return number;
}

/** Loads the page again until a chore of the shop, which come round every two seconds, has brought this to it. */
async function reloadUntilSeen(page: Page, ...places: Locator[]) {
  await expect(async () => {
    await page.reload();
    for (const place of places) await expect(place).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: 60_000 });
}

function region(
  page: Page,
  name:
    | "Books"
    | "On its way"
    | "Delivery address"
    | "Payment"
    | "Your order is cancelled"
    | "Your refund"
    | "Documents"
    | "History",
): Locator {
  return page.getByRole("region", { name, exact: true });
}

function billLink(page: Page): Locator {
  return region(page, "Documents").getByRole("link", { name: /^Bill / });
}

const wentBack = (amount: string) => `${amount} went back to your Visa card ending in 1007 on`;
const mailFollows = "We will send you an e-mail about it.";

test("a paid order has a page with everything about it, and its bill within seconds, to print and to keep", async ({
  page,
}) => {
  await openPaidOrder(page, "kanthapura", "kanthapura", "samskara");
  await expect(page.getByRole("main").getByText("Paid", { exact: true }).first()).toBeVisible();
  await expect(region(page, "Books").getByRole("listitem")).toHaveText([
    /Kanthapura.*2 × ₹350\.00/,
    /Samskara.*1 × ₹539\.00/,
  ]);
  await expect(region(page, "Books").getByRole("definition")).toHaveText(["₹1,239.00", "Free", "₹1,239.00"]);
  for (const line of ["Meera Nair", "12 Church Street", "Bengaluru 560001", "Karnataka", /^meera-/])
    await expect(region(page, "Delivery address").getByText(line, { exact: true })).toBeVisible();
  await expect(region(page, "Payment").getByText("Visa card ending in 1007")).toBeVisible();
  await expect(region(page, "History").getByRole("listitem")).toHaveText([/Order placed/, /Paid/]);

  await reloadUntilSeen(page, billLink(page));
  await billLink(page).click();
  const sheet = page.getByRole("article", { name: "Bill of Supply" });
  await expect(sheet.getByText("Meera Nair").first()).toBeVisible();
  for (const cell of ["Kanthapura", "Samskara"]) await expect(sheet.getByText(cell).first()).toBeVisible();
  await expect(sheet.getByText("₹1,239.00").first()).toBeVisible();
  const address = await page.getByRole("link", { name: "Keep it as a PDF" }).getAttribute("href");
  const pdf = await page.request.get(address!);
  expect(pdf.status()).toBe(200);
  expect(pdf.headers()["content-type"]).toBe("application/pdf");
  expect((await pdf.body()).subarray(0, 5).toString()).toBe("%PDF-");
});

test("the order letter's link opens the order and its bill in any browser, and with a wrong key nothing", async ({
  page,
  openContext,
  expectTrouble,
}) => {
  expectTrouble(/status of 404/);
  expectTrouble(/^Blocked script execution in .*\/stand-ins\/mailbox\//); // Playwright's own look into the letter
  const number = await openPaidOrder(page, "clear-light-of-day");
  await expectLetters(page, number, [`Your order ${number} is paid`]);
  await page.goto(`/stand-ins/mailbox/?find=${number}`);
  await page.getByRole("link", { name: `Your order ${number} is paid` }).click();
  const letter = page.frameLocator("iframe[title='The letter']");
  await expect(letter.getByText("Clear Light of Day", { exact: true })).toBeVisible();
  const link = await letter.getByRole("link", { name: "See your order" }).getAttribute("href");

  const elsewhere = await (await openContext()).newPage();
  await elsewhere.goto(link!);
  await expect(elsewhere.getByRole("heading", { name: number })).toBeVisible();
  await expect(region(elsewhere, "Delivery address").getByText("Meera Nair")).toBeVisible();
  await reloadUntilSeen(elsewhere, billLink(elsewhere));
  await billLink(elsewhere).click();
  await expect(elsewhere.getByRole("article", { name: "Bill of Supply" })).toBeVisible();
  const bill = elsewhere.url();

  const stranger = await (await openContext()).newPage();
  const otherKey = new URL(link!).searchParams.get("key")!.split("").toReversed().join("");
  for (const right of [link!, bill]) {
    const wrong = new URL(right);
    wrong.searchParams.set("key", otherKey);
    expect((await stranger.goto(wrong.href))!.status()).toBe(404);
    await expect(stranger.getByText("Meera Nair")).toHaveCount(0);
  }
});

test("one copy is cancelled, then the rest: each is told, refunded, credited and written of once", async ({ page }) => {
  const number = await openPaidOrder(page, "gora", "gora", "persuasion");
  await page.getByText("Cancel this order").click();
  await page.getByLabel("Gora", { exact: true }).selectOption("1 copy");
  await page.getByRole("button", { name: "Cancel these copies of Gora" }).click();
  const note = page.getByText(`1 copy of Gora is cancelled. ${mailFollows}`);
  await expect(note).toBeVisible();
  await expect(region(page, "Books").getByText("1 of 2 cancelled")).toBeVisible();
  const creditNotes = region(page, "Documents").getByRole("link", { name: /^Credit note / });
  await reloadUntilSeen(page, region(page, "Your refund").getByText(wentBack("₹509.00")), creditNotes);
  await expect(note).toHaveCount(0); // it was said
  await expect(page.getByRole("main").getByText("Paid", { exact: true }).first()).toBeVisible();

  await expectReady(page);
  await page.getByText("Cancel this order").click();
  await page.getByRole("button", { name: "Cancel the rest" }).click();
  await expect(region(page, "Books").getByText("Cancelled", { exact: true })).toHaveCount(2);
  await expect(page.getByText(`Your order is cancelled. ${mailFollows}`)).toBeVisible();
  await expect(page.getByText("Cancel this order")).toHaveCount(0);
  await reloadUntilSeen(
    page,
    region(page, "Your order is cancelled").getByText(wentBack("₹859.00")),
    creditNotes.nth(1),
  );
  await expect(page.getByRole("main").getByText("Refunded", { exact: true }).first()).toBeVisible();
  await expect(region(page, "Books").getByRole("definition")).toHaveText([
    "₹1,368.00",
    "Free",
    "₹1,368.00",
    "₹1,368.00",
    "−₹1,368.00",
    "₹0.00",
  ]);
  await expect(region(page, "History").getByRole("listitem")).toHaveText([
    /^Order placed/,
    /^Paid/,
    /^1 copy of Gora cancelled₹509\.00 goes back to your Visa card ending in 1007/,
    /^₹509\.00 was refunded/,
    /^Cancelled\d/,
    /^₹859\.00 was refunded/,
  ]);

  await creditNotes.last().click();
  await expect(page.getByRole("article", { name: "Credit Note" }).getByText("₹859.00").first()).toBeVisible();
  await expectLetters(page, number, [
    `Your order ${number} is paid`,
    `Part of your order ${number} is cancelled`,
    `Your refund of ₹509.00 for order ${number}`,
    `Your order ${number} is cancelled`,
    `Your refund of ₹859.00 for order ${number}`,
  ]);
});

test("a shipped order shows its parcel, and a cancel button pressed too late is answered in words", async ({
  page,
  db,
}) => {
  const number = await openPaidOrder(page, "jane-eyre");
  await page.getByText("Cancel this order").click();
  const trackingUrl = "https://www.indiapost.gov.in/track/EE123456789IN";
  expect(
    await shipOrder(withClock(db), number, { carrier: "India Post", trackingNumber: "EE123456789IN", trackingUrl }),
  ).toEqual({
    ok: true,
  });
  await page.getByRole("button", { name: "Cancel the whole order" }).click();
  await expect(page.getByText("This order has left the shop, so it can no longer be cancelled.")).toBeVisible();
  await expect(page.getByText("Cancel this order")).toHaveCount(0);
  await expect(page.getByRole("main").getByText("On its way", { exact: true }).first()).toBeVisible();
  await expect(region(page, "On its way").getByText("With India Post")).toBeVisible();
  await expect(page.getByRole("link", { name: "EE123456789IN" })).toHaveAttribute("href", trackingUrl);
  await expectLetters(page, number, [`Your order ${number} is paid`, `Your order ${number} is on its way`]);
  const [, shipped] = await lettersAbout(page, number);
  expect(shipped!.text).toContain("EE123456789IN");
});

test("an order is cancelled without JavaScript", async ({ page, openContext }) => {
  const number = await openPaidOrder(page, "untouchable");
  const storageState = await page.context().storageState();
  const plain = await (await openContext({ javaScriptEnabled: false, storageState })).newPage();
  await plain.goto(`/orders/${number}`);
  await plain.getByText("Cancel this order").click();
  await plain.getByRole("button", { name: "Cancel the whole order" }).click();
  await expect(plain.getByText(`Your order is cancelled. ${mailFollows}`)).toBeVisible();
  await expect(region(plain, "Books").getByText("Cancelled", { exact: true })).toBeVisible();
  await reloadUntilSeen(plain, region(plain, "Your order is cancelled").getByText(wentBack("₹339.00")));
});
