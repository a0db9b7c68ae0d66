/** Upper bounds of SQL statements: large carts, orders and wishlists take as many statements as small ones. */
import { sql } from "#db/sql.ts";
import { afterEach, expect, test } from "vitest";

import { findBreaches } from "#shop/office/invariants/invariants.server.ts";
import { countStatements } from "#tests/support/database/count-statements.ts";
import { buy, send } from "#tests/support/sales/order-visitor.ts";
import { count, setStock } from "#tests/support/sales/sale.ts";
import { signIn } from "#tests/support/sales/sign-in.ts";
import { openTestShop, visit } from "#tests/support/shop/test-shop.ts";

const shop = await openTestShop();
const { db } = shop;
const books = (await db.execute<{ id: string }>(sql`select id from books order by id limit 60`)).rows.map(
  ({ id }) => id,
);
for (const id of books) await setStock(db, id, 100);
const fifty = books.slice(0, 50);

afterEach(async () => {
  expect(await findBreaches(db)).toEqual([]);
});

const script = { accept: "application/json" };
const catchUp = (visitor: ReturnType<typeof visit>, chosen: { bookId: string; copies: number; seenPaise: number }[]) =>
  visitor.fetch("/cart/catch-up", {
    method: "POST",
    body: new URLSearchParams({ books: JSON.stringify(chosen) }),
    headers: script,
  });

test("what was chosen offline goes into the cart by as many statements for a thousand copies as for one", async () => {
  const one = await countStatements(() => catchUp(visit(shop), [{ bookId: books[0]!, copies: 1, seenPaise: 100 }]));
  const full = fifty.map((bookId) => ({ bookId, copies: 20, seenPaise: 100 }));
  let answer = new Response();
  const visitor = visit(shop);
  expect(await countStatements(async () => (answer = await catchUp(visitor, full)))).toBe(one);
  expect(await answer.json()).toMatchObject({ count: 1000, added: 1000 });
  expect(one).toBeLessThan(15);
});

test("the same book several times, no such book and too many of one are told apart, as if added one by one", async () => {
  await setStock(db, books[1]!, 5);
  const answer = await catchUp(visit(shop), [
    { bookId: books[1]!, copies: 3, seenPaise: 1 },
    { bookId: "no-such-book", copies: 2, seenPaise: 1 },
    { bookId: books[1]!, copies: 4, seenPaise: 1 },
    ...books.slice(2, 44).map((bookId) => ({ bookId, copies: 1, seenPaise: 1 })),
  ]);
  const { count, added, news } = await answer.json();
  expect([count, added]).toEqual([47, 47]);
  const of = (bookId: string) => news.filter((one: { bookId: string }) => one.bookId === bookId);
  expect(of("no-such-book")[0].words).toEqual(["This book is no longer in the shop."]);
  expect(of(books[1]!)[1].words).toContain("Only 2 of the 4 copies you chose could be put in your cart.");
});

test("an order of fifty titles is bought again by as many statements as one of a single title", async () => {
  const again = async (chosen: string[]) => {
    const visitor = visit(shop);
    await catchUp(
      visitor,
      chosen.map((bookId) => ({ bookId, copies: 1, seenPaise: 1 })),
    );
    const number = await buy(shop, visitor, {}, { isPaid: true });
    let location: string | null = null;
    const statements = await countStatements(async () => {
      location = (await send(visitor, `/orders/${number}`, { intent: "buy-again" })).headers.get("location");
    });
    expect(location).toBe("/cart");
    return statements;
  };
  expect(await again(fifty)).toBe(await again([books[0]!]));
});

test("a sign-in merges a full cart and 500 wishes with as many statements as a small cart", async () => {
  const arrive = async (name: string, chosen: string[]) => {
    const visitor = visit(shop);
    await catchUp(
      visitor,
      chosen.map((bookId) => ({ bookId, copies: 1, seenPaise: 1 })),
    );
    const statements = await countStatements(() => signIn(visitor, { name, email: `${name}@example.com` }));
    const joined = await countStatements(() =>
      visitor.fetch("/wishlist/books", {
        method: "POST",
        body: new URLSearchParams({ intent: "join", bookId: "", brought: chosen.join(" ") }),
        headers: script,
      }),
    );
    expect(
      await count(db, sql`select count(*) from wishes x join readers r on r.id = x.reader_id where r.name = ${name}`),
    ).toBe(chosen.length);
    return [statements, joined];
  };
  // The first page also reads header and footer, which are then kept in memory.
  await shop.fetch("/cart");
  expect(await arrive("Many", fifty)).toEqual(await arrive("Few", [books[0]!]));
});

test("paying for a cart of fifty titles takes as many statements as for one", async () => {
  const pay = async (chosen: string[]) => {
    const visitor = visit(shop);
    await catchUp(
      visitor,
      chosen.map((bookId) => ({ bookId, copies: 1, seenPaise: 1 })),
    );
    return countStatements(() => buy(shop, visitor, {}, { isPaid: false }));
  };
  expect(await pay(fifty)).toBe(await pay([books[0]!]));
});
