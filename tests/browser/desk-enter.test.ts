import { sql } from "#db/sql.ts";
import { deskOf, signInAtDesk } from "#tests/support/desk/desk-journey.ts";
import { openDeskPage } from "#tests/support/places/desk-places.ts";
import { expect, test } from "#tests/support/browser/journey.ts";
import { placePaid } from "#tests/support/places/order-places.ts";

test("Enter answers no return, with scripts and without", async ({ db, request, openContext }) => {
  for (const javaScriptEnabled of [true, false]) {
    const number = await placePaid({ request }, "malgudi-days");
    const { rows } = await db.execute<{ id: string }>(sql`
      insert into returns (order_id, line_position, quantity, reason, words, state, asked_at)
      select id, 0, 1, 'damaged', 'Torn', 'asked', now() from orders where number = ${number} returning id`);
    const stateOf = async () =>
      (await db.execute<{ state: string }>(sql`select state from returns where id = ${rows[0]!.id}`)).rows[0]!.state;

    const context = await openContext({ baseURL: deskOf(process.env.JOURNEY_URL!), javaScriptEnabled });
    await signInAtDesk(context, db, "owner");
    const desk = await context.newPage();
    await openDeskPage(desk, `/orders/${number}`, { javaScriptEnabled });
    const answer = desk.getByLabel("Answer to the reader");
    await desk.getByLabel("The reader keeps the book").press("Enter");
    await answer.fill("Thank you");
    await answer.press("Enter");
    await answer.pressSequentially("for telling us");
    await expect(answer).toHaveValue("Thank you\nfor telling us");
    expect(await stateOf()).toBe("asked");
    await desk.getByRole("button", { name: "Accept" }).press("Enter");
    await expect(desk.getByText("The reader gets an e-mail with the address for the book.")).toBeVisible();
    expect(await stateOf()).toBe("accepted");
  }
});
