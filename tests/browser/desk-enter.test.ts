import { randomBytes } from "node:crypto";

import { sql } from "#db/sql.ts";
import { inTransaction } from "#db/transaction.ts";
import { insertStaffInvitation } from "#shop/staff/invitations.server.ts";
import { acceptInvitation, deskOf } from "#tests/support/desk-journey.ts";
import { expect, test } from "#tests/support/journey.ts";
import { expectPaid, openWidget, payInWidget } from "#tests/support/shopper.ts";

for (const javaScriptEnabled of [true, false])
  test(`Enter answers no return ${javaScriptEnabled ? "" : "without scripts"}`, async ({ db, page, openContext }) => {
    const name = `returns-${randomBytes(4).toString("hex")}`;
    await payInWidget(await openWidget(page, "malgudi-days"));
    const number = await expectPaid(page);
    const { rows } = await db.execute<{ id: string }>(sql`
      insert into returns (order_id, line_position, quantity, reason, words, state, asked_at)
      select id, 0, 1, 'damaged', 'Torn', 'asked', now() from orders where number = ${number} returning id`);
    const stateOf = async () =>
      (await db.execute<{ state: string }>(sql`select state from returns where id = ${rows[0]!.id}`)).rows[0]!.state;

    const baseURL = deskOf(process.env.JOURNEY_URL!);
    const signedIn = await openContext({ baseURL });
    const invitation = { address: `${name}@example.com`, role: "owner", invitedBy: null, at: new Date() } as const;
    const secret = await inTransaction(db, (tx) => insertStaffInvitation(tx, "key of the journey", invitation));
    await acceptInvitation(await signedIn.newPage(), `/invitations/${secret}`, name, `${name}@example.com`);
    const context = await openContext({ baseURL, javaScriptEnabled, storageState: await signedIn.storageState() });
    const desk = await context.newPage();
    await desk.goto(`/orders/${number}`);
    await desk.getByLabel("The reader keeps the book").press("Enter");
    await desk.getByLabel("What the reader is told").fill("Thank you");
    await desk.getByLabel("What the reader is told").press("Enter");
    await desk.getByLabel("What the reader is told").pressSequentially("for telling us");
    await expect(desk.getByLabel("What the reader is told")).toHaveValue("Thank you\nfor telling us");
    expect(await stateOf()).toBe("asked");
    await desk.getByRole("button", { name: "Accept" }).press("Enter");
    await expect(desk.getByText("The reader is told where to send the book.")).toBeVisible();
    expect(await stateOf()).toBe("accepted");
  });
