/** The delivery form at checkout: PIN codes, messages at fields, and the accessibility of the order pages after it. */
import { expect, test } from "#tests/support/browser/journey.ts";
import { expectNoFaults } from "#tests/support/browser/page-faults.ts";
import { placePaid } from "#tests/support/places/order-places.ts";
import { expectReady, fillDelivery, openCart, payButton, putInCart } from "#tests/support/sales/shopper.ts";
import { leaveCopies } from "#tests/support/sales/stock.ts";

test("a PIN code chooses its state and the days while it is typed, one that does not fit is mentioned, one with a 0 is refused", async ({
  page,
  expectTrouble,
}) => {
  expectTrouble(/status of 422/);
  await putInCart(page, "malgudi-days");
  await openCart(page);
  const pin = page.getByLabel("PIN code");
  const state = page.getByLabel("State", { exact: true });
  const army = page.getByText("An Army post office belongs to no state. Choose the state for your bill.");
  const odd = page.getByText("This PIN code does not seem to belong to that state. If it is correct, please continue.");
  const expectDays = (to: string) =>
    expect(page.getByText(new RegExp(`^Free delivery to ${to}, arriving `)).first()).toBeVisible();

  await pin.fill("900056");
  await expect(army).toBeVisible();
  await expectDays("900056");
  for (const [typed, chosen] of [
    ["682555", "Lakshadweep"],
    ["744101", "Andaman and Nicobar Islands"],
  ] as const) {
    await pin.fill(typed);
    await expect(state.locator("option:checked")).toHaveText(chosen);
    await expectDays(typed);
  }
  await expect(army).toHaveCount(0);

  await fillDelivery(page);
  await expect(odd).toHaveCount(0);
  await state.selectOption("Kerala");
  await expect(odd).toBeVisible();
  await pin.fill("682001");
  await expect(odd).toHaveCount(0);
  await pin.fill("110001");
  await expect(odd).toBeVisible();

  await pin.fill("012345");
  await payButton(page).click();
  await expect(page.getByText("No PIN code begins with 0. Please check it.")).toHaveCount(1);
  await expectReady(page);
});

test("a PIN code fills in its town, never over what was typed, and takes it back when another has none", async ({
  page,
}) => {
  await putInCart(page, "malgudi-days");
  await openCart(page);
  const [pin, town] = [page.getByLabel("PIN code"), page.getByLabel("Town or city")];
  await pin.fill("517501");
  await expect(town).toHaveValue("Tirupati");
  await pin.fill("700019");
  await expect(town).toHaveValue("Kolkata");
  await pin.fill("571436");
  await expect(town).toHaveValue("");
  await town.fill("Krishnarajpet");
  await pin.fill("560001");
  await expect(page.getByText(/^Free delivery to 560001, arriving /).first()).toBeVisible();
  await expect(town).toHaveValue("Krishnarajpet");
  await expect(town).toBeEditable();
});

test("each wrong field of the delivery form turns right as soon as it is, and loses its link; one that was never wrong says nothing", async ({
  page,
  expectTrouble,
}) => {
  expectTrouble(/status of 422/);
  await putInCart(page, "malgudi-days");
  await openCart(page);
  const wrong = page.locator("main [aria-invalid]");
  const list = page.getByRole("alert").filter({ hasText: "Please check these fields:" });
  const phone = page.getByLabel("Phone");
  await phone.focus();
  await phone.blur();
  await expect(wrong).toHaveCount(0);
  await payButton(page).click();
  await expect(wrong).toHaveCount(7);
  // Pressing the hint below a mistyped address corrects it.
  const email = page.getByLabel("E-mail", { exact: true });
  await email.fill("asha@");
  await expect(email).toHaveAccessibleDescription(/^Check your e-mail address\./);
  await email.fill("");
  await expect(email).toHaveAccessibleDescription("Enter your e-mail address.");
  await email.fill("asha@gmail");
  await page.getByRole("button", { name: "asha@gmail.com" }).click();
  await expect(email).toHaveValue("asha@gmail.com");
  await expect(email).toBeFocused();
  await expect(email).not.toHaveAttribute("aria-invalid");
  await expect(page.getByText("Did you mean")).toHaveCount(0);
  const right: [label: string, almost: string, typed: string][] = [
    ["Full name", " ", "Asha Rao"],
    ["Address", " ", "12 Church Street"],
    ["Town or city", " ", "Bengaluru"],
    ["Phone", "98765 4321", "98765 43210"],
  ];
  for (const [place, [label, almost, typed]] of right.entries()) {
    const field = page.getByLabel(label, { exact: true });
    await field.fill(almost);
    await expect(list.getByRole("link", { name: label, exact: true })).toBeVisible();
    await field.fill(typed);
    await expect(field).not.toHaveAttribute("aria-invalid");
    await expect(list.getByRole("link", { name: label, exact: true })).toHaveCount(0);
    await expect(wrong).toHaveCount(5 - place);
  }
  // The PIN code sets the state. The box of errors disappears with the last wrong field.
  await page.getByLabel("PIN code").fill("560001");
  await expect(wrong).toHaveCount(0);
  await expect(list).toHaveCount(0);
});

test("an order about to be cancelled, its bill, and the answer to tell-me have nothing that axe finds and never scroll sideways", async ({
  page,
  db,
}) => {
  const number = await placePaid(page, "the-dying-day", "the-dying-day", "a-rising-man");
  await leaveCopies(db, "indulekha", 0);

  await test.step("the answer to tell-me", async () => {
    await page.goto("/books/indulekha");
    await expectReady(page);
    await page.getByLabel("Your e-mail address").fill("reader@example.com");
    await page.getByRole("button", { name: "Tell me when it is back" }).click();
    await expect(page.getByRole("heading", { name: "We will write to you" })).toBeVisible();
    await expectNoFaults(page, "tell me");
  });

  await test.step("an order about to be cancelled", async () => {
    // The shop writes the bill within seconds.
    await expect
      .poll(async () => (await page.request.get(`/orders/${number}`, { maxRetries: 2 })).text())
      .toContain("/documents/");
    await page.goto(`/orders/${number}`);
    await expectReady(page);
    await expect(page.getByRole("link", { name: /^Bill / })).toBeVisible();
    await page.getByText("Cancel this order").click();
    await expect(page.getByRole("button", { name: "Cancel the whole order" })).toBeVisible();
    await expectNoFaults(page, "about to be cancelled");
  });

  await test.step("a bill", async () => {
    await page.getByRole("link", { name: /^Bill / }).click();
    await expect(page.getByRole("article", { name: "Bill of Supply" })).toBeVisible();
    await expectNoFaults(page, "a bill");
  });
});
