import { expect, test } from "#tests/support/browser/journey.ts";
import { placePaid } from "#tests/support/places/order-places.ts";
import { refundsOf } from "#tests/support/sales/paid-order.ts";
import { expectReady } from "#tests/support/sales/shopper.ts";

test(
  "one copy of an order is cancelled, then the rest, and the money goes back",
  {
    tag: "@core",
  },
  async ({ page, db }) => {
    const number = await placePaid(page, "gora", "gora", "persuasion");
    const region = (name: string) => page.getByRole("region", { name, exact: true });
    const wentBack = (amount: string) => `${amount} went back to your Visa card ending in 1007 on`;
    await page.goto(`/orders/${number}`);
    await expectReady(page);
    await page.getByText("Cancel this order").click();
    await page.getByLabel("Gora", { exact: true }).selectOption("1 copy");
    await page.getByRole("button", { name: "Cancel these copies of Gora" }).click();
    const note = page.getByText("1 copy of Gora is cancelled. We will send you an e-mail about it.");
    await expect(note).toBeVisible();
    await expect(region("Books").getByText("1 of 2 cancelled")).toBeVisible();
    await expect.poll(() => refundsOf(db, number)).toMatchObject([{ state: "processed" }]);
    await page.reload();
    await expect(region("Your refund").getByText(wentBack("₹509.00"))).toBeVisible();
    await expect(note).toHaveCount(0); // The note is shown once.

    await expectReady(page);
    await page.getByText("Cancel this order").click();
    await page.getByRole("button", { name: "Cancel the rest" }).click();
    await expect(region("Books").getByText("Cancelled", { exact: true })).toHaveCount(2);
    await expect(page.getByText("Your order is cancelled. We will send you an e-mail about it.")).toBeVisible();
    await expect(page.getByText("Cancel this order")).toHaveCount(0);
    await expect.poll(() => refundsOf(db, number)).toMatchObject([{ state: "processed" }, { state: "processed" }]);
    await page.reload();
    await expect(region("Your order is cancelled").getByText(wentBack("₹859.00"))).toBeVisible();
  },
);
