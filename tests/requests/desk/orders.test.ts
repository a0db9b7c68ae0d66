/** Orders at the desk: notes, letters, addresses, refunds, returns, packing, carriers' files, and concurrent edits. */
import { expect, test } from "vitest";

import { sql } from "#db/sql.ts";
import { sendDueLetters } from "#shop/office/letters/send-letters.server.ts";
import { eraseOrders } from "#shop/people/readers/erase-orders.server.ts";
import { findBreaches } from "#shop/office/invariants/invariants.server.ts";
import type { Role } from "#shop/people/staff/roles.ts";
import {
  addPasskeyRow,
  addStaff,
  addStaffSession,
  openDeskBrowser,
  openTestDesk,
  auditLogTexts,
  type DeskBrowser,
} from "#tests/support/desk/desk.ts";
import { lettersOf, paidOrder, refundsOf } from "#tests/support/sales/paid-order.ts";
import { deliveryOf, cartOf, setStock, stateOf } from "#tests/support/sales/sale.ts";

const desk = await openTestDesk();
const { db, services } = desk;
await setStock(db, "godan", 400);
await setStock(db, "indica", 50);

async function signedIn(role: Role = "owner") {
  const id = await addStaff(desk, role);
  await addPasskeyRow(desk, id);
  return openDeskBrowser(desk, await addStaffSession(desk, id));
}

/** The value of the first hidden field with this name. */
function fieldOf(page: string, name: string): string {
  return new RegExp(`name="${name}" value="([^"]*)"`).exec(page)![1]!;
}

async function pageOf(browser: DeskBrowser, path: string): Promise<string> {
  const answer = await browser.get(path);
  expect(answer.status, path).toBe(200);
  return answer.text();
}

const owner = await signedIn();
const other = await signedIn();

test("a note is shown to the people of the shop, as it was written, and is in no record; sent twice it is one", async () => {
  const { number, id } = await paidOrder(desk, "noted", { godan: 1 });
  const path = `/orders/${number}`;
  const once = fieldOf(await pageOf(owner, path), "once");
  const form = { intent: "orders.note", once, order: number, words: "Call Asha before noon <script>{{7*7}}" };
  const both = await Promise.all([owner.post(path, form), owner.post(path, form)]);
  expect(both.map(({ status }) => status)).toEqual([303, 303]);
  const { rowCount } = await db.execute(sql`select from order_notes where order_id = ${id}`);
  expect(rowCount).toBe(1);
  expect(await pageOf(owner, path)).toContain("Call Asha before noon &lt;script&gt;{{7*7}}");
  expect((await owner.post(path, { ...form, words: " " })).status).toBe(422);
  const { rows } = await db.execute<{ line: string }>(sql`select to_jsonb(r)::text as line from desk_record r`);
  expect(rows.map(({ line }) => line).join()).not.toContain("Asha");
  await eraseOrders(db, sql`number = ${number}`, services.now());
  expect((await db.execute(sql`select from order_notes where order_id = ${id}`)).rowCount).toBe(0);
});

test("letters are listed, and one is sent again to the same address, three times a day at most", async () => {
  const { number } = await paidOrder(desk, "letters", { godan: 1 });
  const path = `/orders/${number}`;
  expect(await pageOf(owner, path)).toContain("waiting to be sent");
  const letter = (
    await db.execute<{ id: string }>(sql`
    select b.id from outbox b join orders o on o.id = b.order_id where o.number = ${number}`)
  ).rows[0]!.id;
  const again = async (keyed = true) => {
    const once = keyed ? fieldOf(await pageOf(owner, path), "once") : "";
    return owner.post(path, { intent: "orders.send-again", once, order: number, letter });
  };
  const waits = await again();
  expect([waits.status, await waits.text()]).toEqual([409, expect.stringContaining("already waiting to be sent")]);
  await sendDueLetters(services);
  expect(await pageOf(owner, path)).toMatch(/The order is confirmed[\s\S]*sent/);
  for (const _ of [1, 2, 3]) expect((await again()).status).toBe(303);
  expect(await lettersOf(db, number)).toEqual(Array.from({ length: 4 }, () => "order-confirmed"));
  const tooMany = await again();
  expect([tooMany.status, await tooMany.text()]).toEqual([409, expect.stringContaining("At most 3 letters")]);
  await sendDueLetters(services);
  const { rows } = await db.execute<{ to: string; state: string }>(sql`
    select b.to_address as to, b.state from outbox b join orders o on o.id = b.order_id where o.number = ${number}`);
  expect(new Set(rows.map(({ to, state }) => `${to} ${state}`))).toEqual(new Set(["letters@example.com sent"]));
  await db.execute(sql`update outbox set state = 'dead' where id = ${letter}::bigint`);
  expect(await pageOf(owner, path)).toContain("could not be sent");
});

/** The form of an order's address, filled from the page. */
async function addressForm(browser: DeskBrowser, number: string): Promise<Record<string, string>> {
  const page = await pageOf(browser, `/orders/${number}`);
  const fields = ["name", "phone", "addressLine1", "addressLine2", "city", "pin", "stateCode"];
  const was = Object.fromEntries(fields.map((field) => [`was-${field}`, fieldOf(page, `was-${field}`)]));
  const now = Object.fromEntries(fields.map((field) => [field, was[`was-${field}`]!]));
  return { intent: "orders.correct-address", order: number, once: fieldOf(page, "once"), ...was, ...now };
}

test("an address is corrected before dispatch, by the rules of the checkout, and the audit log names its fields only", async () => {
  const { number } = await paidOrder(desk, "moved", { godan: 1 });
  const path = `/orders/${number}`;
  const form = await addressForm(owner, number);
  const wrong = await owner.post(path, { ...form, pin: "12", city: "Mysuru" });
  const text = await wrong.text();
  expect([wrong.status, text]).toEqual([422, expect.stringContaining("Write a 6-digit PIN code")]);
  expect(text).toContain('value="Mysuru"');
  expect((await owner.post(path, { ...form, city: "Mysuru", pin: "570001" })).status).toBe(303);
  expect(await pageOf(owner, path)).toMatch(/Mysuru(<!-- -->| )+570001/);
  expect((await auditLogTexts(desk, 1))[0]).toBe(`Corrected the address of order ${number}: town or city, pin code.`);
  const { rows } = await db.execute<{ line: string }>(sql`select to_jsonb(r)::text as line from desk_record r`);
  for (const word of ["Mysuru", "570001", "Residency", "Asha"])
    expect(rows.map(({ line }) => line).join()).not.toContain(word);
  await owner.post("/parcels", {
    intent: "orders.ship",
    order: number,
    carrier: "India Post",
    trackingNumber: "EK1",
    trackingUrl: "",
  });
  const late = await owner.post(path, { ...form, city: "Hubli" });
  expect([late.status, await late.text()]).toEqual([409, expect.stringContaining("not waiting to be sent any more")]);
});

test("two browsers on one address, in both orders and at once, 50 rounds: nothing of the first is lost, and the second sees both", async () => {
  for (let round = 0; round < 50; round += 1) {
    const { number } = await paidOrder(desk, `address-${round}`, { godan: 1 });
    const path = `/orders/${number}`;
    const [first, second] = round % 2 === 0 ? [owner, other] : [other, owner];
    const [one, two] = [await addressForm(first, number), await addressForm(second, number)];
    const sendFirst = () => first.post(path, { ...one, city: "Mysuru" });
    const sendSecond = () => second.post(path, { ...two, city: "Hubli" });
    const answers =
      round < 25 ? await Promise.all([sendFirst(), sendSecond()]) : [await sendFirst(), await sendSecond()];
    const statuses = answers.map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([303, 409]);
    const [won, lost] = statuses[0] === 303 ? ["Mysuru", "Hubli"] : ["Hubli", "Mysuru"];
    const refused = await answers.find(({ status }) => status === 409)!.text();
    expect(refused).toContain(">Now<");
    expect(refused).toContain(`<td>${won}</td><td>${lost}</td>`);
    const { rows } = await db.execute<{ city: string }>(sql`select city from orders where number = ${number}`);
    expect(rows[0]!.city).toBe(won);
  }
});

test("two browsers on one refund, in both orders and at once, 50 rounds: the money goes back once", async () => {
  for (let round = 0; round < 50; round += 1) {
    const { number, paymentId } = await paidOrder(desk, `refund-${round}`, { godan: 1 });
    const path = `/orders/${number}`;
    const [first, second] = round % 2 === 0 ? [owner, other] : [other, owner];
    const formOf = async (browser: DeskBrowser) => {
      const page = await pageOf(browser, path);
      const keys = { once: fieldOf(page, "once"), seen: fieldOf(page, "seen") };
      return {
        intent: "orders.refund",
        order: number,
        payment: paymentId,
        amount: "10",
        note: "A bent corner",
        ...keys,
      };
    };
    const [one, two] = [await formOf(first), await formOf(second)];
    const send = async () =>
      round < 25
        ? Promise.all([first.post(path, one), second.post(path, two)])
        : [await first.post(path, one), await second.post(path, two)];
    const answers = await send();
    expect(answers.map(({ status }) => status).toSorted()).toEqual([303, 409]);
    const refused = await answers.find(({ status }) => status === 409)!.text();
    expect(refused).toContain("somebody changed order");
    // After Back, the same form gets the same answer and makes no second refund.
    const again = answers[0]!.status === 303 ? await first.post(path, one) : await second.post(path, two);
    expect(again.status).toBe(303);
    expect(await refundsOf(db, number)).toEqual([{ amount: 1000, reason: "bookseller", state: "requested" }]);
  }
  expect(await findBreaches(db)).toEqual([]);
}, 120_000);

test("a copy that two browsers cancel at once is cancelled once", async () => {
  const { number, id } = await paidOrder(desk, "cancel-twice", { godan: 3 });
  const path = `/orders/${number}`;
  const forms = await Promise.all(
    [owner, other].map(async (browser) => {
      const page = await pageOf(browser, path);
      const keys = { once: fieldOf(page, "once"), seen: fieldOf(page, "seen") };
      return { intent: "orders.cancel", order: number, book: "godan", copies: "1", ...keys };
    }),
  );
  const answers = await Promise.all([owner.post(path, forms[0]!), other.post(path, forms[1]!)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([303, 409]);
  const { rows } = await db.execute<{ cancelled: number }>(sql`
    select cancelled_quantity as cancelled from order_lines where order_id = ${id}`);
  expect(rows).toEqual([{ cancelled: 1 }]);
});

test("a return is accepted and received from the order's page, and answered once", async () => {
  const { number, id } = await paidOrder(desk, "returns", { godan: 1 });
  await db.execute(sql`
    insert into returns (order_id, line_position, quantity, reason, words, state)
    values (${id}, 0, 1, 'damaged', 'Torn <b>', 'asked')`);
  const path = `/orders/${number}`;
  const page = await pageOf(owner, path);
  expect(page).toContain("Torn &lt;b&gt;");
  const form = { order: number, return: fieldOf(page, "return"), answer: "" };
  expect((await owner.post(path, { ...form, intent: "returns.refuse" })).status).toBe(422);
  expect((await owner.post(path, { ...form, intent: "returns.accept" })).status).toBe(303);
  const twice = await other.post(path, { ...form, intent: "returns.accept" });
  expect([twice.status, await twice.text()]).toEqual([409, expect.stringContaining("somebody answered this return")]);
  const elsewhere = await paidOrder(desk, "other-returns", { godan: 1 });
  const foreign = { ...form, order: elsewhere.number, intent: "returns.receive" };
  expect((await owner.post(`/orders/${elsewhere.number}`, foreign)).status).toBe(409);
  expect((await owner.post(path, { ...form, intent: "returns.receive", unfit: "yes" })).status).toBe(303);
  expect(await refundsOf(db, number)).toMatchObject([{ reason: "returned", state: "requested" }]);
  expect(await pageOf(owner, path)).toContain("the book has arrived, and is refunded");
});

test("each scanned book ticks a line; a wrong one, one too many and no book are said; then the parcel is sent", async () => {
  const { number } = await paidOrder(desk, "packs", { godan: 2, indica: 1 });
  await db.execute(sql`update books set isbn13 = '9780143334903' where id = 'godan'`);
  await db.execute(sql`update books set isbn13 = '9788172764593' where id = 'indica'`);
  const packer = await signedIn("packer");
  const mate = await signedIn("packer");
  const path = `/parcels/${number}`;
  const scan = async (browser: DeskBrowser, isbn: string) => {
    const once = fieldOf(await pageOf(browser, path), "once");
    const answer = await browser.post(path, { intent: "parcels.scan", once, order: number, isbn });
    return [answer.status, answer.status === 303 ? "" : await answer.text()] as const;
  };
  expect(await pageOf(packer, path)).toMatch(/0(<!-- -->)? of (<!-- -->)?3(<!-- -->)? packed/);
  expect((await scan(packer, "978-0-14-333490-3"))[0]).toBe(303);
  expect(await scan(packer, "9780143334904")).toEqual([409, expect.stringContaining("must end in 3")]);
  expect(await scan(packer, "")).toEqual([422, expect.stringContaining("Scan or type")]);
  expect(await scan(packer, "8901030865275")).toEqual([409, expect.stringContaining("is not the bar code of a book")]);
  const { rows } = await db.execute<{ isbn13: string; title: string }>(sql`
    select b.isbn13, w.title from books b join works w on w.id = b.work_id
    where b.isbn13 is not null and b.id not in ('godan', 'indica') limit 1`);
  expect(await scan(packer, rows[0]!.isbn13)).toEqual([409, expect.stringContaining("Wrong book")]);
  expect(await scan(packer, "9789999999991")).toEqual([409, expect.stringContaining("does not know its number")]);
  // Another packer sees the progress and continues.
  expect(await pageOf(mate, path)).toMatch(/1(<!-- -->)? of (<!-- -->)?3(<!-- -->)? packed/);
  expect((await scan(mate, "9780143334903"))[0]).toBe(303);
  expect(await scan(packer, "9780143334903")).toEqual([409, expect.stringContaining("One too many")]);
  expect(await pageOf(packer, path)).not.toContain("Everything is packed");
  const position = fieldOf(await pageOf(packer, path), "position");
  expect((await packer.post(path, { intent: "parcels.take-out", order: number, position })).status).toBe(303);
  expect((await scan(packer, "9780143334903"))[0]).toBe(303);
  expect((await scan(packer, "9788172764593"))[0]).toBe(303);
  expect(await pageOf(mate, path)).toContain("Everything is packed");
  const parcel = { order: number, carrier: "Blue Dart", trackingNumber: "BD1", trackingUrl: "" };
  expect((await mate.post(path, { intent: "orders.ship", ...parcel })).status).toBe(303);
  expect(await stateOf(db, number)).toBe("shipped");
  const late = await packer.post(path, { intent: "parcels.scan", order: number, isbn: "9780143334903" });
  expect([late.status, await late.text()]).toEqual([409, expect.stringContaining("no longer waiting to be packed")]);
  expect((await packer.get("/parcels/EP-0000000000")).status).toBe(404);
});

test("a copy that two packers scan at the same moment is packed once", async () => {
  const { number, id } = await paidOrder(desk, "packs-twice", { indica: 1 });
  const packers = [await signedIn("packer"), await signedIn("packer")];
  for (let round = 0; round < 10; round += 1) {
    await db.execute(sql`delete from packed_copies where order_id = ${id}`);
    const answers = await Promise.all(
      packers.map((packer) =>
        packer.post(`/parcels/${number}`, { intent: "parcels.scan", order: number, position: "0" }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([303, 409]);
  }
});

test("the packer's page shows what a label shows: no money, no e-mail, no notes", async () => {
  const { number } = await paidOrder(desk, "label-only", { godan: 1 });
  await owner.post(`/orders/${number}`, { intent: "orders.note", order: number, words: "secret-note" });
  const page = await pageOf(await signedIn("packer"), `/parcels/${number}`);
  const { email, name } = deliveryOf(cartOf("label-only"));
  expect(page).toContain(name);
  for (const hidden of [email, "₹", "secret-note"]) expect(page).not.toContain(hidden);
});

test("a carrier's file is shown row by row with what is in the way, and then sent once", async () => {
  const [one, two, cancelled] = await Promise.all(
    ["file-one", "file-two", "file-three"].map((reader) => paidOrder(desk, reader, { indica: 1 })),
  );
  await owner.post(`/orders/${cancelled!.number}`, {
    intent: "orders.cancel",
    order: cancelled!.number,
    book: "",
    copies: "1",
  });
  const packer = await signedIn("packer");
  const text = [
    "order,carrier,tracking number",
    `${one!.number},India Post,EK1IN`,
    `${two!.number},,EK2IN`,
    `${cancelled!.number},India Post,EK3IN`,
    `${one!.number},India Post,EK4IN`,
    "EP-0000000000,India Post,EK5IN",
    "nothing <b>,,",
  ].join("\n");
  const path = "/parcels/tracking";
  const shown = await packer.post(path, { intent: "parcels.preview-tracking", text, carrier: "Blue Dart" });
  const page = await shown.text();
  expect(shown.status).toBe(200);
  for (const words of [
    "2 parcels",
    "refund on its way",
    "Line 2 already has this order",
    "no order with this number",
    "nothing &lt;b&gt;",
  ])
    expect(page).toContain(words);
  expect(await stateOf(db, one!.number)).toBe("paid");
  const form = { intent: "parcels.send-tracking", once: fieldOf(page, "once"), text, carrier: "Blue Dart" };
  const both = await Promise.all([packer.post(path, form), packer.post(path, form)]);
  expect(both.map(({ status }) => status)).toEqual([303, 303]);
  for (const { number } of [one!, two!]) {
    expect(await stateOf(db, number)).toBe("shipped");
    expect((await lettersOf(db, number)).filter((kind) => kind === "order-shipped")).toHaveLength(1);
  }
  const { rows } = await db.execute<{ carrier: string }>(sql`
    select carrier from shipments where tracking_number = 'EK2IN'`);
  expect(rows).toEqual([{ carrier: "Blue Dart" }]);
  const again = await packer.post(path, { ...form, once: "" });
  expect([again.status, await again.text()]).toEqual([409, expect.stringContaining("None of these orders")]);
  const empty = await packer.post(path, { intent: "parcels.preview-tracking", text: "", carrier: "" });
  expect([empty.status, await empty.text()]).toEqual([422, expect.stringContaining("Choose the carrier")]);
});

test("the list of orders is chosen by day in India's time, carrier and return, all in the address, and is kept", async () => {
  const seller = await signedIn("bookseller");
  const [first, last, next] = await Promise.all(
    ["day-first", "day-last", "day-next"].map((reader) => paidOrder(desk, reader, { indica: 1 })),
  );
  const place = (number: string, at: string) =>
    db.execute(
      sql`update orders set created_at = ${at}::timestamptz, reserved_until = ${at}::timestamptz where number = ${number}`,
    );
  await place(first!.number, "2026-03-01T00:00:00+05:30");
  await place(last!.number, "2026-03-01T23:59:59.999+05:30");
  await place(next!.number, "2026-03-02T00:00:00+05:30");
  await seller.post("/parcels", {
    intent: "orders.ship",
    order: last!.number,
    carrier: "Delhivery",
    trackingNumber: "D1",
    trackingUrl: "",
  });
  await db.execute(sql`
    insert into returns (order_id, line_position, quantity, reason, state) values (${first!.id}, 0, 1, 'damaged', 'asked')`);
  const shown = async (query: string) => {
    const page = await pageOf(seller, `/orders?${query}`);
    return [first!, last!, next!].map(({ number }) => page.includes(`/orders/${number}`));
  };
  expect(await shown("from=2026-03-01&to=2026-03-01")).toEqual([true, true, false]);
  expect(await shown("from=2026-03-02&to=2026-03-02")).toEqual([false, false, true]);
  expect(await shown("to=2026-02-28")).toEqual([false, false, false]);
  expect(await shown("carrier=delhivery")).toEqual([false, true, false]);
  expect(await shown("from=2026-03-01&to=2026-03-02&returns=yes")).toEqual([true, false, false]);
  expect(await shown("from=2026-02-31&to=x&text=day-")).toEqual([true, true, true]);

  // On a phone the filters are closed; the summary shows the chosen values.
  expect(await pageOf(seller, "/orders?from=2026-03-01&state=paid&carrier=%3Cb%3E&returns=yes")).toContain(
    "Chosen: Paid, from 1 Mar 2026, with &lt;b&gt;, with an open return",
  );

  const form = { intent: "orders.save-view", name: "<b>March", query: "from=2026-03-01&to=2026-03-31" };
  const kept = await seller.post("/orders", form);
  expect(kept.headers.get("location")).toBe(`/orders?${form.query}`);
  await seller.post("/orders", { ...form, query: "from=2026-03-01" });
  const page = await pageOf(seller, "/orders");
  expect(page).toContain('href="/orders?from=2026-03-01"');
  expect(page).toContain("&lt;b&gt;March");
  expect(await pageOf(owner, "/orders")).not.toContain("March");
  expect((await seller.post("/orders", { ...form, name: " " })).status).toBe(422);
  const view = fieldOf(page, "view");
  await owner.post("/orders", { intent: "orders.remove-view", view, query: "" });
  expect(await pageOf(seller, "/orders")).toContain("March");
  await seller.post("/orders", { intent: "orders.remove-view", view, query: "" });
  expect(await pageOf(seller, "/orders")).not.toContain("March");
});
