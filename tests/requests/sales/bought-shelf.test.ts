/** "My shelf": the spines of the books that a reader bought, each of which opens at its bookplate. */
import { expect, onTestFinished, test } from "vitest";

import { sql } from "#db/sql.ts";
import { listBoughtBooks } from "#shop/sales/orders/list-bought-books.server.ts";
import { countStatements } from "#tests/support/database/count-statements.ts";
import { plainBrowser } from "#tests/support/browser/plain-browser.ts";
import { buyBooks } from "#tests/support/browser/plain-checkout.ts";
import { readCurrentReader, signIn } from "#tests/support/sales/sign-in.ts";
import { openTestShop } from "#tests/support/shop/test-shop.ts";

const shop = await openTestShop();
const { db } = shop;

async function openReader(name: string) {
  const reader = plainBrowser(shop);
  await signIn(reader, { name, email: `${name.toLowerCase()}@example.com` });
  return { reader, id: Number((await readCurrentReader(reader))!.id) };
}

test("a shelf without books has a way on, and a guest is asked to sign in", async () => {
  const { reader } = await openReader("Shelfless");
  await reader.open("/account/shelf");
  expect(reader.main.text).toContain("Your shelf is waiting");
  await reader.follow("See the best sellers");
  expect(reader.path).toBe("/best-sellers");
  expect((await shop.fetch("/account/shelf")).headers.get("location")).toMatch(/\/login/);
});

test("what was bought stands there by its spine, the newest first, and leads to its bookplate", async () => {
  const { reader } = await openReader("Shelved");
  await buyBooks(shop, reader, "shelved.first", "godan");
  const number = await buyBooks(shop, reader, "shelved.second", "kanthapura", "samskara");
  await reader.open("/account/shelf");
  const spines = reader.main.all("img");
  expect(spines.map((spine) => spine.attributes["alt"]!.split(",")[0])).toEqual(["Kanthapura", "Samskara", "गोदान"]);
  for (const spine of spines) {
    const answer = await shop.fetch(spine.attributes["src"]!);
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "image/webp"]);
    expect(answer.headers.get("cache-control")).toMatch(/immutable/);
  }
  await reader.open(spines[0]!.closest("a")!.href);
  expect(reader.path).toBe(`/orders/${number}/bookplates/kanthapura`);
  expect(reader.main.text).toContain("ex librisMeera Nair");
  await reader.fetch(`/orders/${number}`, { method: "POST", body: new URLSearchParams({ intent: "cancel-order" }) });
  await reader.open("/account/shelf");
  expect(reader.main.all("img")).toHaveLength(1);
});

test("two thousand books come in parts of equal cost, each book once", async () => {
  const { reader, id } = await openReader("Bookworm");
  const number = await buyBooks(shop, reader, "bookworm", "godan");
  // A hundred orders of twenty books, without payments, so they go before the accounts are compared.
  const theirs = sql`number between 'EP-0000000001' and 'EP-0000000100'`;
  onTestFinished(async () => {
    for (const table of ["documents_due", "order_lines"])
      await db.execute(
        sql`delete from ${sql.identifier(table)} where order_id in (select id from orders where ${theirs})`,
      );
    await db.execute(sql`delete from orders where ${theirs}`);
  });
  await db.execute(sql`
    with made as (
      insert into orders (number, cart_version, state, email, name, phone, address_line1, city, state_code, pin,
        subtotal_paise, shipping_paise, total_paise, reserved_until, paid_at, reader_id)
      select 'EP-' || lpad(n::text, 10, '0'), 1, 'delivered', o.email, o.name, o.phone, o.address_line1, o.city,
        o.state_code, o.pin, o.subtotal_paise, o.shipping_paise, o.total_paise, o.reserved_until, o.paid_at, o.reader_id
      from orders o, generate_series(1, 100) n where o.number = ${number} returning id)
    insert into order_lines (order_id, position, book_id, title, author, format, hsn, tax_class, quantity,
      unit_mrp_paise, unit_price_paise, total_paise)
    select made.id, b.position, b.id, b.id, '', 'paperback', '4901', 'exempt', 1, 10000, 10000, 10000
    from made, (select id, row_number() over (order by id) - 1 as position from books order by id limit 20) b`);
  const seen: string[] = [];
  let after: string | null = null;
  for (let parts = 0; parts < 40; parts += 1) {
    const found = await listBoughtBooks(db, id, after);
    expect(found!.books.length).toBeLessThanOrEqual(60);
    seen.push(...found!.books.map((book) => `${book.orderNumber} ${book.bookId}`));
    after = found!.next;
    if (after === null) break;
  }
  expect(seen).toHaveLength(2001);
  expect(new Set(seen).size).toBe(2001);
  expect(await countStatements(async () => void (await listBoughtBooks(db, id, null)))).toBe(1);

  await reader.open("/account/shelf");
  await reader.follow("Older books");
  expect(reader.main.all("img")).toHaveLength(60);
  await reader.follow("The newest books");
  expect(reader.path).toBe("/account/shelf");
  const other = await openReader("Nosy");
  expect((await listBoughtBooks(db, other.id, `${number}.0`))!.books).toEqual([]);
  for (const odd of ["x", "EP-0000000000.-1", "EP-0000000000.99999", "' or 1"]) {
    await reader.open(`/account/shelf?after=${encodeURIComponent(odd)}`);
    expect([reader.status, reader.path]).toEqual([200, "/account/shelf"]);
  }
});
