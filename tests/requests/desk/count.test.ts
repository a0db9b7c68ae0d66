/** Counting stock at the desk: without a script, in two browsers at once, and with an expired session. */
import { randomUUID } from "node:crypto";

import { expect, test } from "vitest";

import { sql } from "#db/sql.ts";
import { oneRow } from "#db/one-row.ts";
import { textOf } from "#tests/support/desk/desk-form.ts";
import { addStaff, addStaffSession, openDeskBrowser, openTestDesk, auditLogTexts } from "#tests/support/desk/desk.ts";
import { setStock } from "#tests/support/sales/sale.ts";

const desk = await openTestDesk();
const asha = openDeskBrowser(desk, await addStaffSession(desk, await addStaff(desk, "packer", "Asha")));
const leela = openDeskBrowser(desk, await addStaffSession(desk, await addStaff(desk, "bookseller", "Leela")));
const godan = "9780140449136";
const unknown = "9780306406157";
await desk.db.execute(sql`update books set isbn13 = null where isbn13 = ${unknown}`);
await desk.db.execute(sql`update books set isbn13 = ${godan} where id = 'godan'`);

/** Starts a count of a new reading list with these books, as a browser does; returns the path of its page. */
let lists = 0;
async function begin(shelf: Record<string, number>, browser = asha): Promise<string> {
  const id = `counted-${(lists += 1)}`;
  await desk.db.execute(sql`
    insert into reading_lists (id, title, summary, introduction, position) values (${id}, ${`List <${lists}>`}, 'S', 'S', ${900 + lists})`);
  for (const [place, [bookId, copies]] of Object.entries(shelf).entries()) {
    await setStock(desk.db, bookId, copies);
    await desk.db.execute(sql`
      insert into reading_list_books (reading_list_id, book_id, position, note) values (${id}, ${bookId}, ${place}, 'It is.')`);
  }
  const form = { intent: "stock.open-count", scope: `reading-list:${id}`, once: randomUUID() };
  return (await browser.post("/stock/count", form)).headers.get("location")!;
}

const countOf = (page: string) => page.split("/").at(-1)!;

async function onHand(bookId: string): Promise<number> {
  const { rows } = await desk.db.execute<{ onHand: number }>(sql`select on_hand from stock where book_id = ${bookId}`);
  return oneRow(rows).onHand;
}

/** The version in the form that ends a count. */
async function versionOf(page: string, gone = ""): Promise<string> {
  const html = await (await asha.get(`${page}/finish${gone}`)).text();
  return /name="version" value="(\d+)"/.exec(html)![1]!;
}

test("without a script a list is counted, looked at and corrected; a form sent twice counts once", async () => {
  const page = await begin({ godan: 5, jejuri: 2 });
  const count = countOf(page);
  const scan = { intent: "stock.count", count, once: randomUUID(), code: "978-0-14-044913-6", copies: "" };
  const scanned = await asha.post(page, scan);
  expect(scanned.headers.get("location")).toBe(`${page}?scanned=${godan}`);
  await Promise.all([asha.post(page, scan), asha.post(page, scan)]);
  const typed = { intent: "stock.count-typed", count, once: randomUUID() };
  expect((await asha.post(page, { ...typed, codes: `${godan}\r\n\r\n${godan}\n${unknown}\n` })).status).toBe(303);
  const wrong = await asha.post(page, { ...typed, codes: `${godan}\n9780140449137` });
  expect(wrong.status).toBe(409);
  const words = await textOf(wrong);
  expect(words).toContain("Line 2: ");
  expect(words).toContain("must end in 6");
  // The form keeps the typed text, and none of it was counted.
  expect(words).toContain("9780140449137");
  const sheet = await textOf(await asha.get(page));
  expect(sheet).toContain("4 copies of 2 books counted");
  expect(sheet).toContain("This book is not in the shop yet");
  expect(sheet).toMatch(/गोदान.*5 3 −2/);
  expect(await textOf(await asha.get(`${page}?part=not-counted`))).toContain("Jejuri");
  expect(await textOf(await asha.get(`${page}?part=unknown`))).toContain(unknown);

  const preview = await textOf(await asha.get(`${page}/finish`));
  expect(preview).toContain("1 book with a difference: 2 copies fewer, worth ₹");
  expect(preview).toContain("1 book that belongs here was not counted: its copies will not be changed.");
  const end = { intent: "stock.finish-count", count, version: await versionOf(page), gone: "no", once: randomUUID() };
  expect((await asha.post(`${page}/finish`, { ...end, reason: "" })).status).toBe(422);
  for (const _ of [1, 2]) expect((await asha.post(`${page}/finish`, { ...end, reason: "Yearly" })).status).toBe(303);
  expect([await onHand("godan"), await onHand("jejuri")]).toEqual([3, 2]);
  expect((await auditLogTexts(desk, 1))[0]).toMatch(
    /^Finished the count “List <\d+>”\. 1 book was corrected: 0 copies more, 2 fewer\.$/,
  );
  expect(await textOf(await asha.get(page))).toContain("Corrected by 2 copies fewer.");
  const late = await asha.post(page, { ...scan, once: randomUUID() });
  expect(late.status).toBe(409);
  expect(await textOf(late)).toContain("This count is closed");
});

test("two browsers count one list at the same moment, fifty times, and no beep is lost", async () => {
  const page = await begin({ godan: 5 });
  const again = await leela.post("/stock/count", {
    intent: "stock.open-count",
    scope: `reading-list:counted-${lists}`,
    once: randomUUID(),
  });
  expect(again.headers.get("location")).toBe(page);
  const beep = async (browser: typeof asha, code: string) => {
    const form = { intent: "stock.count", count: countOf(page), once: randomUUID(), code, copies: "1" };
    return (await browser.post(`${page}/scan`, form)).json();
  };
  for (let round = 0; round < 50; round += 1)
    await Promise.all([beep(asha, godan), beep(leela, godan), beep(leela, unknown)]);
  expect(await beep(asha, godan)).toEqual({ scanned: { code: godan, title: "गोदान", copies: 101 } });
  expect(await beep(asha, unknown)).toEqual({ scanned: { code: unknown, title: null, copies: 51 } });
  expect(await (await asha.get(`${page}/scan`)).json()).toEqual({ books: 2, copies: 152, unknown: 1 });
});

test("what somebody counted meanwhile is said, and nothing is saved or corrected", async () => {
  const page = await begin({ godan: 5 });
  const count = countOf(page);
  const version = await versionOf(page);
  const set = { intent: "stock.set-count", count, code: godan, was: "", copies: "4" };
  expect((await leela.post(page, set)).status).toBe(303);
  const late = await asha.post(page, { ...set, copies: "7" });
  expect(late.status).toBe(409);
  expect(await textOf(late)).toContain("4 copies are now counted. You entered 7.");
  const end = { intent: "stock.finish-count", count, version, gone: "no", once: randomUUID(), reason: "Yearly" };
  const refused = await asha.post(`${page}/finish`, end);
  expect(refused.status).toBe(409);
  expect(await textOf(refused)).toContain("Nothing was corrected, because somebody counted meanwhile.");
  expect(await onHand("godan")).toBe(5);
  const drop = await leela.post(page, { intent: "stock.drop-count", count });
  expect(drop.headers.get("location")).toBe("/stock/count");
  expect((await auditLogTexts(desk, 1))[0]).toMatch(/^Discarded the count “List <\d+>”, with 4 copies of 1 book\.$/);
  expect((await asha.get(page)).status).toBe(404);
});

test("a sign-in that is over keeps the scan for later; a scan that cannot be read is said", async () => {
  const page = await begin({ godan: 5 });
  const form = { intent: "stock.count", count: countOf(page), once: randomUUID(), code: godan, copies: "1" };
  const away = await openDeskBrowser(desk).post(`${page}/scan`, form);
  expect(away.status).toBe(401);
  const { once: _, ...withoutKey } = form;
  expect((await asha.post(`${page}/scan`, withoutKey)).status).toBe(422);
  const odd = await asha.post(`${page}/scan`, { ...form, code: "no-such-book" });
  expect([odd.status, await odd.json()]).toEqual([
    409,
    { problem: expect.stringContaining("no book has this item code") },
  ]);
  expect(
    (await asha.post("/stock/count", { intent: "stock.open-count", scope: "all", once: randomUUID() })).status,
  ).toBe(422);
});
