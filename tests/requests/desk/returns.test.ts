import { expect, test } from "vitest";

import { sql } from "#db/sql.ts";
import { inTransaction } from "#db/transaction.ts";
import { eraseOrders } from "#shop/people/readers/erase-orders.server.ts";
import { countStatements } from "#tests/support/database/count-statements.ts";
import { textOf } from "#tests/support/desk/desk-form.ts";
import { addPasskeyRow, addStaff, addStaffSession, openDeskBrowser, openTestDesk } from "#tests/support/desk/desk.ts";
import { paidOrder } from "#tests/support/sales/paid-order.ts";
import { setStock } from "#tests/support/sales/sale.ts";

const desk = await openTestDesk();
const seller = openDeskBrowser(desk, await addStaffSession(desk, await addStaff(desk, "bookseller", "Leela")));
await setStock(desk.db, "godan", 10);

test("returns are listed by how they stand, page by page, and as a file without formulas; Today leads there", async () => {
  expect(await textOf(await seller.get("/returns"))).toContain("There are no open returns.");
  const { number, id } = await paidOrder(desk, "returns", { godan: 1 });
  await desk.db.execute(sql`
    insert into returns (order_id, line_position, quantity, reason, words, state, asked_at)
    values (${id}, 0, 1, 'damaged', '=HYPERLINK("x")', 'asked', now() - interval '3 days')`);
  await desk.db.execute(sql`
    insert into returns (order_id, line_position, quantity, reason, words, state, answered_at)
    select ${id}, 0, 1, 'changed-mind', 'No ' || g, 'refused', now() from generate_series(1, 60) g`);
  const open = await textOf(await seller.get("/returns"));
  expect(await (await seller.get("/returns")).text()).toContain(`href="/orders/${number}#returns"`);
  for (const words of ["गोदान", "1 copy", number, "3 days ago", "It came damaged", "To answer", "Answer it"])
    expect(open).toContain(words);
  expect(await (await seller.get("/")).text()).toContain(`href="/returns?show=waiting"`);
  const toAnswer = await textOf(await seller.get("/returns?show=waiting"));
  expect([toAnswer.includes(number), toAnswer.includes("No 60")]).toEqual([true, false]);

  let first = new Response();
  const statements = await countStatements(async () => (first = await seller.get("/returns?show=refused")));
  expect(statements).toBeLessThanOrEqual(6);
  const html = await first.text();
  expect([html.match(/“<!-- -->No \d+/g)?.length, html.includes("No 60")]).toEqual([50, true]);
  const older = /href="(\/returns\?show=refused&amp;after=\d+)"/.exec(html)![1]!.replace("&amp;", "&");
  const rest = await textOf(await seller.get(older));
  expect([rest.includes("No 10"), rest.includes("No 60"), rest.includes("Newest")]).toEqual([true, false, true]);
  expect((await seller.get("/returns?show=nonsense&after=x")).status).toBe(200);

  const file = await seller.get("/returns/list.csv");
  expect(file.headers.get("content-type")).toBe("text/csv; charset=utf-8");
  const lines = (await file.text()).split("\r\n");
  expect(lines).toHaveLength(3);
  expect(lines[1]).toContain(`${number},गोदान,`);
  expect(lines[1]).toContain(`"'=HYPERLINK(""x"")"`);
  expect((await (await seller.get("/returns/list.csv?show=refused")).text()).split("\r\n")).toHaveLength(62);
});

test("why money goes back or a book is not taken stands with the order, not in the audit log, and goes with its reader", async () => {
  const id = await addStaff(desk, "owner");
  await addPasskeyRow(desk, id);
  const owner = openDeskBrowser(desk, await addStaffSession(desk, id));
  const { number, id: orderId, paymentId } = await paidOrder(desk, "said", { godan: 1 });
  const { rows } = await desk.db.execute<{ id: string }>(sql`
    insert into returns (order_id, line_position, quantity, reason, state)
    values (${orderId}, 0, 1, 'damaged', 'asked') returning id`);
  const asker = await addStaff(desk, "bookseller");
  const asked = await desk.db.execute<{ id: string }>(sql`
    insert into refund_requests (order_id, payment_id, amount_paise, note, asked_by, asked_at)
    values (${orderId}, ${paymentId}, 1000, 'Zubeida asked', ${asker}, now()) returning id`);
  const send = (intent: string, form: Record<string, string>) =>
    owner.post(`/orders/${number}`, { intent, order: number, ...form });
  for (const [intent, form] of [
    ["orders.refund", { payment: paymentId, amount: "10", note: "Zubeida rang" }],
    ["returns.refuse", { return: rows[0]!.id, answer: "Zubeida has read it" }],
    ["orders.decline-refund", { request: asked.rows[0]!.id, answer: "Zubeida has it already" }],
  ] as const)
    expect((await send(intent, form)).status, intent).toBe(303);
  const page = await textOf(await owner.get(`/orders/${number}`));
  for (const words of ["Zubeida rang", "Zubeida has read it", "Zubeida has it already"]) expect(page).toContain(words);
  const record = await textOf(await owner.get(`/record?subject=order%20${number}`));
  expect(record.match(/Why: See the order’s page for the reason\./g)).toHaveLength(3);

  await inTransaction(desk.db, (tx) => eraseOrders(tx, sql`id = ${orderId}`, new Date()));
  for (const table of ["desk_record", "record_changes", "refunds", "returns", "refund_requests", "desk_answers"]) {
    const { rows: all } = await desk.db.execute<{ all: string | null }>(
      sql`select string_agg(t::text, ' ') as all from ${sql.identifier(table)} t`,
    );
    expect(all[0]!.all ?? "", table).not.toContain("Zubeida");
  }
});
