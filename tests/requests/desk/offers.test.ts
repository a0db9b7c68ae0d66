/** Promotions and bundles at the desk: made, changed, stopped, undone and tried out, and concurrent edits. */
import { expect, test } from "vitest";

import { sql } from "#db/sql.ts";
import { applyPromotion } from "#shop/sales/cart/cart.server.ts";
import { listBundles } from "#shop/catalogue/books/bundles.server.ts";
import { findUsablePromotion } from "#shop/sales/pricing/promotions.server.ts";
import { findPromotion } from "#shop/sales/pricing/save-promotion.server.ts";
import { paidOrder } from "#tests/support/sales/paid-order.ts";
import {
  addPasskeyRow,
  addStaff,
  addStaffSession,
  openDeskBrowser,
  openTestDesk,
  auditLogTexts,
} from "#tests/support/desk/desk.ts";
import { faultsIn, readFilledFrom, textOf } from "#tests/support/desk/desk-form.ts";
import { cartOf, fillCart, setStock } from "#tests/support/sales/sale.ts";

const desk = await openTestDesk();
const { db } = desk;
await setStock(db, "godan", 50);

async function bookseller() {
  const id = await addStaff(desk, "bookseller");
  await addPasskeyRow(desk, id);
  return openDeskBrowser(desk, await addStaffSession(desk, id));
}

const codeOf = (code: string, changes: Record<string, string> = {}) => ({
  intent: "offers.save-code",
  was: "",
  code,
  name: "Monsoon week",
  takes: "percent",
  off: "15",
  appliesTo: "everything",
  startsAt: "2026-01-01T10:00",
  endsAt: "",
  limit: "100",
  limitPerReader: "1",
  ...changes,
});

const usable = async (code: string) => {
  const found = await findUsablePromotion(db, code, null, new Date());
  return found.ok ? found.promotion.percentOff : found.reason;
};

async function newestEntry(): Promise<string> {
  const { rows } = await db.execute<{ number: string }>(sql`select max(number)::text as number from desk_record`);
  return rows[0]!.number;
}

test("a code is made, works for readers, is stopped, and each of these is undone", async () => {
  const browser = await bookseller();
  expect((await browser.post("/offers/code", codeOf("monsoon15"))).headers.get("location")).toBe(
    "/offers/code?code=MONSOON15",
  );
  const made = await newestEntry();
  expect(await auditLogTexts(desk, 1)).toEqual(["Made the code MONSOON15: 15% off everything."]);
  expect(await usable("MONSOON15")).toBe(15);
  expect(await textOf(await browser.get("/offers"))).toContain("Monsoon week, 15% off everything");

  await browser.post("/offers/code", { intent: "offers.stop-code", code: "MONSOON15" });
  const stopped = await newestEntry();
  expect(await usable("MONSOON15")).toBe("expired");
  const undo = (entry: string) => browser.post(`/record/${entry}`, { intent: "record.undo", entry });
  expect((await undo(stopped)).status).toBe(303);
  expect(await usable("MONSOON15")).toBe(15);
  expect((await undo(made)).status).toBe(303);
  expect(await usable("MONSOON15")).toBe("unknown");
});

test("a code that orders were placed with is never removed, and its page says what it brought", async () => {
  const browser = await bookseller();
  await browser.post("/offers/code", codeOf("KEPT15", { appliesTo: "everything" }));
  const made = await newestEntry();
  await fillCart(db, cartOf("offer-buyer"), { godan: 1 });
  expect(await applyPromotion(desk.services, cartOf("offer-buyer"), "KEPT15")).toMatchObject({ ok: true });
  const { number } = await paidOrder(desk, "offer-buyer", { godan: 2 });
  const { rows } = await db.execute<{ discountPaise: number; totalPaise: number }>(sql`
    select discount_paise::int as discount_paise, total_paise::int as total_paise from orders where number = ${number}`);
  expect(rows[0]!.discountPaise).toBeGreaterThan(0);
  const page = await textOf(await browser.get("/offers/code?code=KEPT15"));
  const rupees = (paise: number) =>
    new Intl.NumberFormat("en-IN", { style: "currency", currency: "INR", minimumFractionDigits: 2 }).format(
      paise / 100,
    );
  expect(page).toContain("Used 1 time of 100");
  expect(page).toContain(`Discounts given ${rupees(rows[0]!.discountPaise)}`);
  expect(page).toContain(`Paid for these orders ${rupees(rows[0]!.totalPaise)}`);
  const undone = await browser.post(`/record/${made}`, { intent: "record.undo", entry: made });
  expect(undone.status).toBe(409);
  expect(await textOf(undone)).toContain("orders were placed with it, so it can be stopped but not deleted");
  expect(await usable("KEPT15")).toBe(15);
});

test("a field that was changed since stays when a change is undone, and is named", async () => {
  const browser = await bookseller();
  await browser.post("/offers/code", codeOf("TWICE"));
  const page = async () => readFilledFrom(await browser.get("/offers/code?code=TWICE"));
  await browser.post("/offers/code", codeOf("TWICE", { was: await page(), off: "20", name: "Second" }));
  const second = await newestEntry();
  await browser.post("/offers/code", codeOf("TWICE", { was: await page(), off: "25", name: "Second" }));
  expect((await browser.post(`/record/${second}`, { intent: "record.undo", entry: second })).status).toBe(303);
  expect((await auditLogTexts(desk, 1))[0]).toContain("the code TWICE: the percent was changed since");
  const { rows } = await db.execute(sql`select name, percent_off from promotions where code = 'TWICE'`);
  expect(rows).toEqual([{ name: "Monsoon week", percentOff: 25 }]);
});

test("of two people who change one code the second saves nothing, and sees both versions", async () => {
  const [first, second] = [await bookseller(), await bookseller()];
  await first.post("/offers/code", codeOf("BOTH"));
  const was = await readFilledFrom(await second.get("/offers/code?code=BOTH"));
  await first.post("/offers/code", codeOf("BOTH", { was, off: "30" }));
  const late = await second.post("/offers/code?code=BOTH", codeOf("BOTH", { was, off: "40", name: "Mine" }));
  expect(late.status).toBe(409);
  const shown = await late.clone().text();
  expect(await textOf(late)).toMatch(/Name Mine Monsoon week Discount 40 30/);
  expect(await usable("BOTH")).toBe(30);
  // The conflict page has the current state in its form, so that saving again keeps the typed values.
  const again = await readFilledFrom(new Response(shown));
  expect((await second.post("/offers/code", codeOf("BOTH", { was: again, off: "40" }))).status).toBe(303);
  expect(await usable("BOTH")).toBe(40);
});

test("what is wrong with a code is said at its fields, and nothing is kept", async () => {
  const browser = await bookseller();
  const wrong = await browser.post("/offers/code", codeOf("NO", { off: "95", endsAt: "2025-01-01T10:00", limit: "0" }));
  expect(wrong.status).toBe(422);
  const page = await textOf(wrong);
  for (const said of ["3 to 20 letters and digits", "a whole number from 1 to 90", "or leave it empty for no limit"])
    expect(page).toContain(said);
  const early = await browser.post("/offers/code", codeOf("EARLY", { endsAt: "2025-01-01T10:00" }));
  expect(await textOf(early)).toContain("It must end after it begins.");
  const known = await browser.post("/offers/code", codeOf("SUMMER20"));
  expect(known.status).toBe(409);
  expect(await textOf(known)).toContain("The code SUMMER20 already exists.");
  const { rowCount } = await db.execute(sql`select from promotions where code in ('NO', 'EARLY')`);
  expect(rowCount).toBe(0);
});

test("a code of a sum, from a least order on and for chosen books, is made, read again, and undone", async () => {
  const browser = await bookseller();
  const sum = (code: string, changes: Record<string, string> = {}) =>
    codeOf(code, { takes: "rupees", off: "100", minOrder: "500.50", ...changes });
  const { rows } = await db.execute<{ id: string; name: string }>(sql`
    select a.id, a.name from authors a join work_contributors c on c.author_id = a.id
      join books b on b.work_id = c.work_id where b.id = 'godan' limit 1`);
  const { id, name } = rows[0]!;
  await db.execute(sql`insert into author_aliases (name_key, author_id) values ('dhanpat rai', ${id})`);
  const names = `\r\n ${name.toLowerCase()} \r\n${id}\r\nDhanpat Rai`;
  const chosen = sum("SUM100", { appliesTo: "chosen", authors: names });
  expect((await browser.post("/offers/code", chosen)).status).toBe(303);
  expect(await auditLogTexts(desk, 1)).toEqual(["Made the code SUM100: ₹100.00 off chosen books, from ₹500.50 on."]);
  expect(await findPromotion(db, "SUM100")).toMatchObject({
    percentOff: null,
    paiseOff: 100_00,
    minOrderPaise: 500_50,
    appliesTo: "chosen",
    targets: [`author:${id}`],
  });
  const page = await browser.get("/offers/code?code=SUM100");
  const was = await readFilledFrom(page.clone() as Response);
  expect(await textOf(page)).toContain(`Chosen now: ${name}.`);
  // An unchanged form writes no entry; changed to a percentage for first orders, it does.
  const same = { ...chosen, was, authors: id };
  await browser.post("/offers/code", same);
  expect((await auditLogTexts(desk, 1))[0]).toContain("Made the code SUM100");
  const changed = { ...same, takes: "percent", off: "10", isFirstOrderOnly: "yes", limitPerReader: "" };
  expect((await browser.post("/offers/code", changed)).status).toBe(303);
  expect(await findPromotion(db, "SUM100")).toMatchObject({ percentOff: 10, paiseOff: null, limitPerReader: 1 });
  const entry = await newestEntry();
  expect((await browser.post(`/record/${entry}`, { intent: "record.undo", entry })).status).toBe(303);
  expect(await findPromotion(db, "SUM100")).toMatchObject({ paiseOff: 100_00, isFirstOrderOnly: false });
});

test("terms that cannot be are said at their fields, and names that fit nothing or several are told", async () => {
  const browser = await bookseller();
  const said = async (changes: Record<string, string>) => {
    const answer = await browser.post("/offers/code", codeOf("TERMS", changes));
    return `${answer.status} ${await textOf(answer)}`;
  };
  expect(await said({ off: "" })).toMatch(/^422 .*Write a whole number from 1 to 90\./);
  expect(await said({ takes: "rupees", off: "" })).toMatch(/^422 .*Write rupees, such as 150 or 150\.50\./);
  expect(await said({ takes: "books" })).toMatch(/^422 .*Choose a percentage or an amount\./);
  const sum = { takes: "rupees", off: "50" };
  expect(await said(sum)).toContain("so that no order is free");
  expect(await said({ ...sum, minOrder: "50.99" })).toContain("so that no order is free");
  expect(await said({ ...sum, minOrder: "1e3" })).toContain("Write rupees, such as 150 or 150.50.");
  expect(await said({ appliesTo: "chosen" })).toContain("Name a category, an author, a series or a list below.");
  expect(await said({ series: "feluda" })).toContain("or name nothing below");
  expect(await said({ isFirstOrderOnly: "yes", limitPerReader: "2" })).toContain("can be used only once per reader");
  expect(await said({ appliesTo: "chosen", lists: "Nobody’s list", categories: "Attic" })).toMatch(
    /^409 .*The shop has no category called Attic\. .*The shop has no reading list called Nobody’s list\./,
  );
  await db.execute(sql`
    insert into authors (id, name, name_key, bio, image_url) values ('a-namesake', 'A Namesake', 'a namesake', '', ''),
      ('a-namesake-2', 'A. Namesake', 'a namesake', '', '')`);
  expect(await said({ appliesTo: "chosen", authors: "A Namesake" })).toContain(
    "Several have the name A Namesake. Write the last part of the web address of the author instead: a-namesake, a-namesake-2.",
  );
  expect(await findPromotion(db, "TERMS")).toBeNull();
});

test("what an offer brought is told by day with its orders, and as a file", async () => {
  const browser = await bookseller();
  await browser.post("/offers/code", codeOf("BYDAY", { limitPerReader: "" }));
  const paid: { number: string; off: number; total: number }[] = [];
  for (const [reader, at] of [
    ["day-one", "2026-03-01T18:29:59Z"],
    ["day-two", "2026-03-01T18:30:00Z"],
    ["day-two-too", "2026-03-02T10:00:00Z"],
  ] as const) {
    await fillCart(db, cartOf(reader), { godan: 1 });
    expect(await applyPromotion(desk.services, cartOf(reader), "BYDAY")).toMatchObject({ ok: true });
    const { number } = await paidOrder(desk, reader, { godan: 1 });
    const { rows } = await db.execute<{ off: number; total: number }>(sql`
      update orders set confirmed_at = ${at}::timestamptz, created_at = ${at}::timestamptz - interval '1 minute'
      where number = ${number} returning discount_paise::int as off, total_paise::int as total`);
    paid.push({ number, ...rows[0]! });
  }
  await db.execute(sql`
    insert into refunds (payment_id, order_id, amount_paise, reason, idempotency_key, state)
    select p.id, p.order_id, 5000, 'bookseller', 'rf_by_day_1', 'requested' from payments p join orders o on o.id = p.order_id
    where o.number = ${paid[1]!.number}`);
  const rupees = (paise: number) => (paise / 100).toFixed(2);
  const [one, two, third] = [paid[0]!, paid[1]!, paid[2]!];
  const days = "from=2026-03-01&to=2026-03-31";
  const page = await (await browser.get(`/offers/results?code=BYDAY&${days}`)).text();
  for (const { number } of paid) expect(page).toContain(`/orders/${number}`);
  expect(page).toMatch(/data-label="Refunded">.*?₹50\.00/);
  const day = await textOf(await browser.get("/offers/results?code=BYDAY&from=2026-03-01&to=2026-03-01"));
  expect(day).toContain(one.number);
  expect(day).not.toContain(two.number);
  const file = await browser.get(`/offers/results.csv?code=BYDAY&${days}`);
  expect((await file.text()).replace("\uFEFF", "").trim().split(/\r?\n/)).toEqual([
    "day,orders,taken_off,paid,refunded",
    `2026-03-02,2,${rupees(two.off + third.off)},${rupees(two.total + third.total)},50.00`,
    `2026-03-01,1,${rupees(one.off)},${rupees(one.total)},0.00`,
  ]);
  expect(await textOf(await browser.get("/offers/results?bundle=under-the-blanket"))).toContain(
    "No order paid on these days used",
  );
  expect((await browser.get("/offers/results?code=NOSUCH")).status).toBe(404);
  expect(await textOf(await browser.get(`/offers/results?${days}`))).toContain("BYDAY, Monsoon week 3");
  expect(await (await browser.get(`/offers/results.csv?${days}`)).text()).toContain("BYDAY,Monsoon week,3,");
  expect((await browser.get("/offers/results?code=BYDAY&from=yesterday")).status).toBe(400);
});

test("a trial cart says what a code takes off, or why it takes off nothing, and keeps nothing", async () => {
  const browser = await bookseller();
  await browser.post("/offers/code", codeOf("TRIAL", { startsAt: "2026-01-01T10:00" }));
  await browser.post("/offers/code", codeOf("LATER", { startsAt: "2099-01-01T10:00" }));
  const tryIt = async (query: string) => textOf(await browser.get(`/offers/trial?${query}`));
  expect(await tryIt("book-0=godan&copies-0=2&code=trial")).toMatch(/The code TRIAL takes ₹[\d.]+ off\./);
  const later = await tryIt("book-0=godan&code=LATER");
  expect(later).toContain("The code LATER gives no discount. A reader sees: “This code is not valid yet.”");
  expect(later).toContain("Begins 1 Jan 2099");
  // At another time the trial cart uses the prices and promotions of that time.
  expect(await tryIt("book-0=godan&code=LATER&at=2099-01-01T10:01")).toMatch(/The code LATER takes ₹[\d.]+ off\./);
  expect(await tryIt("book-0=godan&code=TRIAL&at=2025-12-31T10:00")).toContain("“This code is not valid yet.”");
  expect(await tryIt("book-0=godan&code=LATER&at=soon")).toContain("Write a day and a time");
  const large = codeOf("LARGE", { takes: "rupees", off: "100", minOrder: "90000" });
  await browser.post("/offers/code", large);
  expect(await tryIt("book-0=godan&code=LARGE")).toMatch(/“₹[\d,.]+ more and LARGE gives ₹100\.00 off\.”/);
  expect(await tryIt("book-0=godan&code=NOPE")).toContain("We do not know this code.");
  expect(await tryIt("book-0=no-such-book&code=TRIAL")).toContain("The shop has no such book: no-such-book.");
  const wrong = await browser.get("/offers/trial?book-1=godan&copies-1=50&book-2=indica&copies-2=some");
  const page = await wrong.text();
  expect(faultsIn(page)).toEqual({
    "copies-1": "Write a whole number from 1 to 20.",
    "copies-2": "Write a whole number from 1 to 20.",
  });
  expect(page).toContain('value="some"');
  const unknown = await browser.get("/offers/trial?book-0=godan&book-3=no-such-book");
  expect(faultsIn(await unknown.text())).toEqual({ "book-3": "The shop has no such book: no-such-book." });
  const { rowCount } = await db.execute(sql`select from redemptions where promotion_code in ('TRIAL', 'LATER')`);
  expect(rowCount).toBe(0);
});

test("a bundle is made, scheduled, stopped, and undone; readers see it only in its time", async () => {
  const browser = await bookseller();
  const form = (changes: Record<string, string> = {}) => ({
    intent: "offers.save-bundle",
    was: "",
    bundle: "",
    name: "Two of a kind",
    description: "Two Hindi novels.",
    percentOff: "10",
    place: "0",
    startsAt: "",
    endsAt: "",
    "book-0": "godan",
    "book-3": "raag-darbari",
    ...changes,
  });
  const shown = async (at = new Date()) => (await listBundles(db, at)).some(({ id }) => id === "two-of-a-kind");
  expect((await browser.post("/offers/bundle", form({ "book-3": "" }))).status).toBe(409);
  const wrong = await browser.post("/offers/bundle", form({ "book-1": "no-such-book", "book-3": "godan" }));
  expect([wrong.status, faultsIn(await wrong.text())]).toEqual([
    409,
    { "book-1": "The shop has no such book: no-such-book.", "book-3": expect.stringContaining("is named twice") },
  ]);
  expect((await browser.post("/offers/bundle", form())).headers.get("location")).toBe(
    "/offers/bundle?bundle=two-of-a-kind",
  );
  const made = await newestEntry();
  expect(await shown()).toBe(true);
  const was = await readFilledFrom(await browser.get("/offers/bundle?bundle=two-of-a-kind"));
  const scheduled = form({ was, bundle: "two-of-a-kind", startsAt: "2099-01-01T10:00" });
  expect((await browser.post("/offers/bundle", scheduled)).status).toBe(303);
  expect(await shown()).toBe(false);
  expect(await shown(new Date("2099-02-01"))).toBe(true);
  const late = await browser.post(
    "/offers/bundle?bundle=two-of-a-kind",
    form({ was, bundle: "two-of-a-kind", percentOff: "50" }),
  );
  expect(late.status).toBe(409);
  expect(await textOf(late)).toMatch(/Begins nothing 2099-01-01T10:00/);
  const { rows } = await db.execute<{ number: string }>(sql`
    select number::text as number from desk_record where action = 'offers.save-bundle' order by number desc limit 1`);
  await browser.post(`/record/${rows[0]!.number}`, { intent: "record.undo", entry: rows[0]!.number });
  expect(await shown()).toBe(true);
  await browser.post("/offers/bundle", { intent: "offers.stop-bundle", bundle: "two-of-a-kind" });
  expect(await shown()).toBe(false);
  const undone = await browser.post(`/record/${made}`, { intent: "record.undo", entry: made });
  expect(await textOf(undone)).toContain("was changed since it was created");
});
