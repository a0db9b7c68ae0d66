import { deskOf, signInAtDesk } from "#tests/support/desk/desk-journey.ts";
import { openDeskPage } from "#tests/support/places/desk-places.ts";
import { expect, test } from "#tests/support/browser/journey.ts";
import { placePaid } from "#tests/support/places/order-places.ts";

const phone = { width: 360, height: 740 };
const laptop = { width: 1280, height: 800 };

test("what is rare or dangerous is folded away at the desk, with scripts and without", async ({
  db,
  request,
  openContext,
}) => {
  const number = await placePaid({ request }, "malgudi-days");
  for (const javaScriptEnabled of [true, false]) {
    const context = await openContext({ baseURL: deskOf(process.env.JOURNEY_URL!), javaScriptEnabled });
    await signInAtDesk(context, db, "owner");
    const desk = await context.newPage();

    // The search of a list is visible. On a phone its filters are closed, with a summary of the chosen values.
    await desk.setViewportSize(phone);
    await openDeskPage(desk, "/orders?state=paid", { javaScriptEnabled });
    await expect(desk.getByLabel("Number, name, e-mail or phone")).toBeVisible();
    await expect(desk.getByLabel("Status")).toBeHidden();
    await expect(desk.getByRole("button", { name: "Pick list" })).toBeHidden();
    await desk.locator("summary", { hasText: "Chosen: Paid" }).press("Enter");
    await expect(desk.getByLabel("Status")).toBeVisible();
    await desk.getByLabel("Status").selectOption("Delivered");
    await desk.getByRole("button", { name: "Show" }).click();
    await expect(desk.getByText("Chosen: Delivered")).toBeVisible();
    await desk.setViewportSize(laptop);
    await expect(desk.getByText("Chosen: Delivered")).toBeHidden();
    await expect(desk.getByLabel("Status")).toBeVisible();
    await desk.getByLabel("Status").selectOption("Paid");
    await desk.getByRole("button", { name: "Show" }).click();
    await expect(desk.getByRole("button", { name: "Pick list" })).toBeVisible();

    // Editions of a book can be told apart.
    await desk.setViewportSize(phone);
    await openDeskPage(desk, "/books?text=malgudi", { javaScriptEnabled });
    await expect(desk.getByLabel("Availability", { exact: true })).toBeHidden();
    await expect(desk.getByText(/^97\d{11}, Paperback, English$/).filter({ visible: true })).not.toHaveCount(0);

    // The button that cancels the whole order is hidden until its section is opened.
    await openDeskPage(desk, `/orders/${number}`, { javaScriptEnabled });
    const cancel = desk.getByRole("button", { name: "Cancel the whole order" });
    await expect(desk.getByText("Refund money", { exact: true })).toBeVisible();
    await expect(cancel).toBeHidden();
    await expect(desk.getByRole("button", { name: "Refund this amount" })).toBeHidden();
    await desk.locator("summary", { hasText: "Cancel the whole order" }).press("Enter");
    await expect(cancel).toBeVisible();
    if (javaScriptEnabled) continue;
    await cancel.click();
    await expect(desk.getByText(`Cancelled order ${number}.`)).toBeVisible();
  }
});
