/** Tests of the desk's table of books: filters, counts, sorting, and changes of ticked books or all that match. */
import { randomUUID } from "node:crypto";

import { expect, test } from "vitest";

import { sql } from "#db/sql.ts";
import { inTransaction } from "#db/transaction.ts";
import { findDeskBook } from "#shop/catalogue/editing/form/read-book.server.ts";
import { refreshAllStaleListings } from "#shop/catalogue/listings/refresh-listings.server.ts";
import { addDeskBook } from "#tests/support/desk/desk-books.ts";
import { addPasskeyRow, addStaff, addStaffSession, openDeskBrowser, openTestDesk } from "#tests/support/desk/desk.ts";

const desk = await openTestDesk();
const { db } = desk;
const id = await addStaff(desk, "bookseller", "Meera");
await addPasskeyRow(desk, id);
const browser = openDeskBrowser(desk, await addStaffSession(desk, id));

async function pageOf(path: string): Promise<string> {
  return (await (await browser.get(path)).text()).replaceAll("<!-- -->", "");
}

/** The hidden fields of the form that applies a preview. */
function previewed(page: string): Record<string, string> {
  const form = /<form[^>]*method="post".*?<\/form>/s.exec(page.slice(page.indexOf('id="preview"')))![0];
  return Object.fromEntries(
    [...form.matchAll(/name="([\w-]+)" value="([^"]*)"/g)].map(([, name, value]) => [name!, value!]),
  );
}

async function apply(page: string) {
  return browser.post("/books/change", { ...previewed(page), intent: "books.change-many", once: randomUUID() });
}

/** The titles of the table, in its order. */
const titlesOf = (page: string) => [...page.matchAll(/class="row-link"[^>]*>([^<]+)</g)].map(([, title]) => title);

const prices = async (book: string) => {
  const { mrp, price } = (await findDeskBook(db, book))!.values;
  return [mrp, price];
};

test("the table counts what it shows, and follows a change at once", async () => {
  const count = async (query: string) =>
    Number(/([\d,]+) books?<\/span>/.exec(await pageOf(`/books${query}`))![1]!.replaceAll(",", ""));
  const { rows } = await db.execute<{ all: number; hidden: number }>(sql`
    select count(*)::int as all, (count(*) filter (where not is_listed))::int as hidden from books`);
  const { all, hidden } = rows[0]!;
  expect([await count(""), await count("?listed=yes")]).toEqual([all, all - hidden]);
  const book = await addDeskBook(desk, { title: "Counted at once", copies: "7" });
  expect([await count(""), await count("?listed=yes&copies=many&price=mrp")].map((n) => n > 0)).toEqual([true, true]);
  expect(await count("")).toBe(all + 1);
  await browser.post(`/books/${book}`, { intent: "books.unlist", book });
  expect([await count("?listed=yes"), await count("?listed=no")]).toEqual([all - hidden, hidden + 1]);
});

test("while books are queued, the table and the change of many say that books may be missing", async () => {
  await refreshAllStaleListings(db);
  const behind = "Books are being changed or imported.";
  const pages = async (query = "") => Promise.all([pageOf(`/books?${query}`), pageOf(`/books/change?all=on&${query}`)]);
  for (const page of await pages()) expect(page).not.toContain(behind);
  // What the table does not know yet.
  await db.execute(sql`insert into stale_listings (work_id) select id from works limit 1`);
  for (const page of await pages()) expect(page).toContain(behind);
  await refreshAllStaleListings(db);
  // Another process refreshes the table, which has no row yet.
  await inTransaction(db, async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('endpaper.desk-books'))`);
    await db.execute(sql`insert into desk_book_notes (work_id) select id from works limit 1`);
    for (const page of await pages("text=no-such-book")) {
      expect(page).toContain(behind);
      expect(page).toMatch(/No book (in the table )?matches yet/);
    }
  });
  await refreshAllStaleListings(db);
  for (const page of await pages()) expect(page).not.toContain(behind);
});

test("a column sorts the table, and its heading says so", async () => {
  await addDeskBook(desk, { title: "Sorting alpha", mrp: "300" });
  await addDeskBook(desk, { title: "Sorting beta", mrp: "100" });
  await addDeskBook(desk, { title: "Sorting gamma", mrp: "200" });
  const cheapest = await pageOf("/books?text=sorting&sort=mrp");
  expect(titlesOf(cheapest)).toEqual(["Sorting beta", "Sorting gamma", "Sorting alpha"]);
  expect(cheapest).toContain('aria-sort="ascending"');
  expect(cheapest).toContain('href="/books?text=sorting&amp;sort=-mrp"');
  expect(titlesOf(await pageOf("/books?text=sorting&sort=-title"))).toEqual([
    "Sorting gamma",
    "Sorting beta",
    "Sorting alpha",
  ]);
});

test("chosen columns are kept for the person, and only for this one", async () => {
  const answer = await browser.get("/books?listed=yes&sort=-mrp&columns=chosen&column=mrp&column=publisher&column=x");
  expect([answer.status, answer.headers.get("location")]).toEqual([303, "/books?listed=yes&sort=-mrp"]);
  const headings = async (page: Promise<string>) =>
    [...(await page).matchAll(/<th scope="col" class="[^"]*"[^>]*>(?:<a[^>]*>)?(\w+)/g)].map(([, name]) => name);
  expect(await headings(pageOf("/books"))).toEqual(["Publisher", "MRP"]);
  const other = await addStaff(desk, "bookseller", "Asha");
  await addPasskeyRow(desk, other);
  const hers = openDeskBrowser(desk, await addStaffSession(desk, other));
  for (const [name, value] of browser.cookies) if (name !== "desk") hers.cookies.set(name, value);
  expect(await headings(hers.get("/books").then((page) => page.text()))).toContain("ISBN");
});

test("the MRP of ticked books is raised and rounded, the discount stays, and it is undone", async () => {
  const one = await addDeskBook(desk, { title: "Ticked one", mrp: "299", price: "269.10" });
  const two = await addDeskBook(desk, { title: "Ticked two", mrp: "450", price: "" });
  const other = await addDeskBook(desk, { title: "Ticked no", mrp: "299", price: "" });
  const change = "kind=mrp-by-percent&amount=10&rounding=9&prices=follow";
  const page = await pageOf(`/books/change?text=ticked&book=${one}&book=${two}&${change}`);
  expect(page).toContain("Change 2 ticked books");
  expect(page).toContain("MRP ₹329.00, price ₹296.00");
  expect((await apply(page)).status).toBe(303);
  expect([await prices(one), await prices(two), await prices(other)]).toEqual([
    ["329", "296"],
    ["499", "499"],
    ["299", "299"],
  ]);
  const { rows } = await db.execute<{ entry: string; words: string }>(sql`
    select number::text as entry, words from desk_record order by number desc limit 1`);
  const { entry, words } = rows[0]!;
  expect(words).toBe("Raised the MRP by 10%, and the price with it: 2 books.");
  await browser.post(`/record/${entry}`, { intent: "record.undo", entry });
  expect(await prices(one)).toEqual(["299", "269.10"]);
});

test("without a ticked book, nothing is changed instead of all books", async () => {
  const book = await addDeskBook(desk, { title: "Never ticked", mrp: "300", price: "" });
  const change = { kind: "mrp-by-sum", amount: "20" };
  for (const books of ["", "text=never+ticked&", "book=&", "book=Not%20an%20id!&"]) {
    const page = await pageOf(`/books/change?${books}${new URLSearchParams(change)}`);
    expect(page, books).toContain("Tick books first");
    expect(page, books).not.toContain('id="preview"');
  }
  const { version } = previewed(await pageOf(`/books/change?text=never+ticked&all=on&${new URLSearchParams(change)}`));
  const form = { intent: "books.change-many", text: "never ticked", ...change, version: version! };
  const none: Record<string, string>[] = [{}, { book: "" }, { book: "Not an id!" }];
  for (const books of none) {
    const answer = await browser.post("/books/change", { ...form, ...books, once: randomUUID() });
    expect([answer.status, await answer.text()]).toEqual([409, expect.stringContaining("Tick books first.")]);
  }
  expect(await prices(book)).toEqual(["300", "300"]);
  expect((await browser.post("/books/change", { ...form, all: "on", once: randomUUID() })).status).toBe(303);
  expect(await prices(book)).toEqual(["320", "320"]);
});

test("the MRP is raised without the price, but never lowered below it", async () => {
  const book = await addDeskBook(desk, { title: "Stays dear", mrp: "300", price: "290" });
  const address = `/books/change?book=${book}&kind=mrp-by-sum&rounding=1&prices=stay&amount=`;
  expect(await pageOf(`${address}-20`)).toContain("Skipped: Its price would be above the MRP ₹280.00.");
  expect((await apply(await pageOf(`${address}20`))).status).toBe(303);
  expect(await prices(book)).toEqual(["320", "290"]);
});

test("a pasted list of ISBNs becomes the table, names those that are not in the shop, and is changed together", async () => {
  const [one, two] = ["9789357761253", "9789357761260"];
  await addDeskBook(desk, { title: "Listed first", isbn: one, mrp: "200" });
  await addDeskBook(desk, { title: "Listed second", isbn: two, mrp: "100" });
  const send = (isbns: string) => browser.post("/books", { intent: "books.select", isbns });
  const wrong = await send(" ,\n");
  expect([wrong.status, await wrong.text()]).toEqual([422, expect.stringContaining("Paste at least one ISBN")]);
  const answer = await send(`978-93-5776-125-3\n${two}, 9789357761277\nMRP`);
  const address = answer.headers.get("location")!;
  const page = await pageOf(`${address}&sort=mrp`);
  expect(titlesOf(page)).toEqual(["Listed second", "Listed first"]);
  expect(page).toContain('href="/books/new?isbn=9789357761277"');
  expect(page).toContain("MRP (no ISBN or item code)");
  const list = new URL(address, "https://desk.example").searchParams.get("list")!;
  // A search stays within the list.
  const search = [...page.matchAll(/<form[^>]*role="search".*?<\/form>/gs)].at(-1)![0];
  expect(search.match(/<input[^>]*>/g)!.find((tag) => tag.includes('name="list"'))).toContain(`value="${list}"`);
  expect(titlesOf(await pageOf(`${address}&text=second`))).toEqual(["Listed second"]);
  expect(await pageOf(`/books/change?list=${list}&text=second&all=on`)).toContain("Change the 1 book that matches");
  const preview = await pageOf(`/books/change?list=${list}&kind=mrp-by-sum&amount=50&all=on`);
  expect((await apply(preview)).status).toBe(303);
  expect([await prices("listed-first"), await prices("listed-second")]).toEqual([
    ["250", "250"],
    ["150", "150"],
  ]);
  // Nobody else sees the list.
  const other = await addStaff(desk, "bookseller", "Kabir");
  await addPasskeyRow(desk, other);
  const theirs = openDeskBrowser(desk, await addStaffSession(desk, other));
  expect(await (await theirs.get(address)).text()).toContain("This list is no longer stored.");
});

test("item codes of imported files are found in the table, with filters and orders, and in a pasted list", async () => {
  const titles = ["Coded one", "Coded two", "Coded three"];
  for (const [at, title] of titles.entries()) {
    const book = await addDeskBook(desk, { title, mrp: "100" });
    await db.execute(sql`
      update books set isbn13 = null, source = 'till', record_reference = ${["SGB-0012", "TB 7", "rk9"][at]!}
      where id = ${book}`);
  }
  await db.execute(sql`
    insert into imports (kind, file_name, content_sha256, options, state, started_at)
    values ('catalogue', 'till.csv', repeat('0', 64), '{"source": "till"}', 'done', now())`);
  for (const query of ["text=SGB-0012", "text=+sgb-0012+&sort=title", "text=SGB-0012&copies=none&listed=yes"])
    expect(titlesOf(await pageOf(`/books?${query}`)), query).toEqual(["Coded one"]);
  expect(await pageOf("/books?text=SGB-0012")).toContain("SGB-0012, English");
  const answer = await browser.post("/books", {
    intent: "books.select",
    isbns: "sgb-0012 RK9 none-such\nTB 7\nno title",
  });
  const page = await pageOf(answer.headers.get("location")!);
  expect(titlesOf(page).toSorted()).toEqual(titles.toSorted());
  expect(page).toMatch(/none-such \(no ISBN or item code\).*no title \(no ISBN or item code\)/s);
});

test("all books of a category are changed, not only the newest", async () => {
  await db.execute(sql`
    insert into works (id, title, search_text, description)
    select 'old-law-' || n, 'Old law ' || n, 'old law ' || n, '' from generate_series(1, 2100) n`);
  await db.execute(sql`
    insert into work_categories (work_id, category_id, position)
    select id, 'history', 0 from works where id like 'old-law-%'`);
  await db.execute(sql`
    insert into books (id, work_id, is_main, format, language, mrp_paise, price_paise, cover_key, created_at)
    select id, id, true, 'paperback', 'en', 50000, 50000, id || '-0123456789', '2001-01-01'
    from works where id like 'old-law-%'`);
  await refreshAllStaleListings(db);
  const address = "/books/change?category=history&all=on&kind=price-below-mrp&amount=10";
  let next: string | null = address;
  let parts = 0;
  while (next) {
    const page = await pageOf(next);
    expect(page).toMatch(/Change all [\d,]+ books that match/);
    const answer = await apply(page);
    expect(answer.status).toBe(303);
    const to = answer.headers.get("location")!;
    next = to.startsWith("/books/change") ? to : null;
    parts += 1;
  }
  expect(parts).toBe(2);
  const { rows } = await db.execute<{ left: number }>(sql`
    select count(*)::int as left from books where id like 'old-law-%' and price_paise <> 45000`);
  expect(rows).toEqual([{ left: 0 }]);
});

test("books get another publisher of the shop, and an unknown name is answered at its field", async () => {
  const [one, other] = await Promise.all([
    addDeskBook(desk, { title: "Moving house", publisher: "Lantern House" }),
    addDeskBook(desk, { title: "Already there", publisher: "Riverside Books" }),
  ]);
  expect(other).toBe("already-there");
  const address = `/books/change?book=${one}&kind=publisher&house=`;
  const unknown = await pageOf(`${address}No+Such+House`);
  expect(unknown).toContain("The shop has no publisher “No Such House” yet.");
  const field = unknown.match(/<input[^>]*>/g)!.find((tag) => tag.includes('name="house"'));
  expect(field).toContain('value="No Such House"');
  expect((await apply(await pageOf(`${address}riverside+books`))).status).toBe(303);
  expect((await findDeskBook(db, one))!.values.publisher).toBe("Riverside Books");
  expect(titlesOf(await pageOf("/books?publisher=Riverside+Books&sort=title"))).toEqual([
    "Already there",
    "Moving house",
  ]);
});

test("the filter by publisher finds any name of the shop, and an unknown name matches no book", async () => {
  // The second name has the same letters as an address, so that its id is numbered.
  const publishers = [
    { title: "From the first press", publisher: "Monsoon and Sons" },
    { title: "From the second press", publisher: "Monsoon & Sons" },
    { title: "From the Hindi press", publisher: "राजकमल प्रकाशन" },
  ];
  for (const book of publishers) await addDeskBook(desk, book);
  const { rows } = await db.execute<{ id: string; title: string }>(sql`
    select b.publisher_id as id, w.title from books b join works w on w.id = b.work_id where w.title like 'From the % press'`);
  expect(rows.map(({ id }) => id)).toContain("monsoon-and-sons-2");
  for (const { title, publisher } of publishers) {
    const id = rows.find((row) => row.title === title)!.id;
    for (const typed of [publisher, id]) {
      const page = await pageOf(`/books?${new URLSearchParams({ publisher: typed })}`);
      expect(titlesOf(page), typed).toEqual([title]);
      const field = page.match(/<input[^>]*>/g)!.find((tag) => tag.includes('name="publisher"'));
      expect(field).toContain(`value="${publisher.replace("&", "&amp;")}"`);
      const change = new URLSearchParams({ publisher: typed, all: "on", kind: "price-to-mrp" });
      expect(await pageOf(`/books/change?${change}`), typed).toContain("Change the 1 book that matches");
    }
  }
  for (const address of ["/books", "/books/change"]) {
    const page = await pageOf(`${address}?${new URLSearchParams({ publisher: "कोई नहीं", all: "on", kind: "list" })}`);
    expect(page).toContain("The shop has no publisher “कोई नहीं”.");
    expect(page).not.toMatch(/class="row-link"|\d books? would be changed/);
  }
});
