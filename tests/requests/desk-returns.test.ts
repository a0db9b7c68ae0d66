import { expect, test } from "vitest";

import { sql } from "#db/sql.ts";
import { countStatements } from "#tests/support/count-statements.ts";
import { textOf } from "#tests/support/desk-form.ts";
import { addStaff, addStaffSession, openDeskBrowser, openTestDesk } from "#tests/support/desk.ts";
import { paidOrder } from "#tests/support/paid-order.ts";
import { setStock } from "#tests/support/sale.ts";

const desk = await openTestDesk();
const seller = openDeskBrowser(desk, await addStaffSession(desk, await addStaff(desk, "bookseller", "Leela")));
await setStock(desk.db, "godan", 10);

test("returns are listed by how they stand, page by page, and as a file without formulas; Today leads there", async () => {
  expect(await textOf(await seller.get("/returns"))).toContain("No return is waiting, for an answer or for its book.");
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
