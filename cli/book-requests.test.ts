import { sql } from "#db/sql.ts";
import { beforeEach, expect, test } from "vitest";

import { requestBook } from "#shop/people/correspondence/book-requests.server.ts";
import { openTestServices, settingsOf } from "#tests/support/shop/test-services.ts";
import { runCommand } from "./run-command.ts";

const testServices = await openTestServices();
const { db, services } = testServices;
const run = (line: string) => runCommand(["book-requests", ...line.split(" ")], settingsOf(testServices));

beforeEach(() => db.execute(sql`delete from book_requests`));

/** A request of half past one in the night in India; its ticket. */
async function ask(title: string, isbn: string | null = null): Promise<string> {
  const { ticket } = await requestBook(services, { title, author: "", isbn, email: "asha@example.com" });
  await db.execute(sql`update book_requests set created_at = '2026-11-21T20:00:00Z' where ticket = ${ticket}`);
  return ticket;
}

test("books that are asked for are listed, with India's time, and as data", async () => {
  expect(await run("list")).toEqual({ exitCode: 0, out: "No requests wait.", error: "" });
  const ticket = await ask("The Room on the Roof", "9780140107838");
  const { exitCode, out } = await run("list");
  expect(exitCode).toBe(0);
  expect(out.split("\n")[1]).toMatch(
    new RegExp(`^${ticket} +22 Nov 2026, 1:30 am +The Room on the Roof +9780140107838 +asha@example\\.com$`),
  );
  expect(JSON.parse((await run("list --json")).out)).toMatchObject([{ ticket, isbn: "9780140107838", bookId: null }]);
});

test("a book of that ISBN that comes into the shop later is named in the list, while readers see it", async () => {
  const isbn = "9780140107838";
  const [asked, other] = [await ask("", isbn), await ask("Another")];
  const lineOf = async (ticket: string) => (await run("list")).out.split("\n").find((line) => line.startsWith(ticket))!;
  expect(await lineOf(asked)).not.toContain("/books/");
  await db.execute(sql`update books set isbn13 = ${isbn} where id = 'indica'`);
  expect(await lineOf(asked)).toMatch(/ \/books\/indica$/);
  expect(await lineOf(other)).not.toContain("/books/");
  await db.execute(sql`update books set is_listed = false where id = 'indica'`);
  expect(await lineOf(asked)).not.toContain("/books/");
});

test("a request that is closed waits no more, is listed among the closed, and is closed once", async () => {
  expect((await run("list --closed")).out).toBe("No requests are closed.");
  const [first, second] = [await ask("The Guide"), await ask("Swami and Friends")];
  expect(await run(`close ${first.toLowerCase()}`)).toEqual({ exitCode: 0, out: `${first} is closed.`, error: "" });
  const open = (await run("list")).out;
  expect([open.includes(first), open.includes(second)]).toEqual([false, true]);
  const closed = (await run("list --closed")).out;
  expect([closed.includes(first), closed.includes(second)]).toEqual([true, false]);
  expect(await run(`close ${first}`)).toEqual({ exitCode: 2, out: "", error: `There is no open request ${first}.` });
});
