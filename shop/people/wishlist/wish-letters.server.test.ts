/**
 * Tests the letters about wished books that cost less or are back: when they are written, and when they are not sent
 * after all.
 */

import { sql } from "#db/sql.ts";
import { beforeEach, expect, test } from "vitest";

import { sendDueLetters } from "#shop/office/letters/send-letters.server.ts";
import { addReader } from "#tests/support/sales/readers.ts";
import { leaveCopies } from "#tests/support/sales/stock.ts";
import { openTestServices } from "#tests/support/shop/test-services.ts";
import { addWish, removeWish } from "./wishes.server.ts";
import { unsubscribeWishLetters, findListWithLetters, enqueueWishLetters } from "./wish-letters.server.ts";
import { chooseLetters, createWishlist, editWish, listWishlists, type LetterChoice } from "./wishlists.server.ts";

const { services, db, mailbox } = await openTestServices();
const start = new Date("2026-11-21T10:00:00Z");
const later = (hours: number) => ({ ...services, now: () => new Date(start.getTime() + hours * 3_600_000) });
const setPrice = (paise: number) => db.execute(sql`update books set price_paise = ${paise} where id = 'godan'`);
const cheaper: LetterChoice = { tellsCheaper: true, tellsBack: false };
let round = 0;

async function subjects(): Promise<string[]> {
  const before = mailbox.letters().length;
  await sendDueLetters(services);
  return mailbox
    .letters()
    .slice(before)
    .map(({ subject }) => subject);
}

/** A reader who wished for Godan at ₹300 and gets the chosen letters. */
async function wisher(choice: LetterChoice): Promise<number> {
  round += 1;
  const reader = await addReader(db, `wisher-${round}`);
  await addWish(services, reader, "godan");
  const [list] = await listWishlists(db, reader);
  await chooseLetters(db, reader, list!.id, choice);
  return reader;
}

beforeEach(async () => {
  await db.execute(sql`delete from wishlists`);
  await db.execute(sql`update books set mrp_paise = 50000, price_paise = 30000 where id = 'godan'`);
  await leaveCopies(db, "godan", 10);
  await subjects();
});

test("a book that costs less than when it was wished for is told of once, and again when it costs still less", async () => {
  await wisher({ tellsCheaper: true, tellsBack: false });
  expect(await enqueueWishLetters(later(0))).toBe(0);
  await setPrice(25_000);
  expect(await enqueueWishLetters(later(0))).toBe(1);
  expect(await enqueueWishLetters(later(48))).toBe(0);
  expect(await subjects()).toEqual(["₹50.00 less: गोदान"]);
  await setPrice(27_000);
  expect(await enqueueWishLetters(later(48))).toBe(0);
  await setPrice(24_000);
  expect(await enqueueWishLetters(later(48))).toBe(1);
  await setPrice(23_000);
  expect(await enqueueWishLetters(later(60))).toBe(0);
  expect(await enqueueWishLetters(later(72))).toBe(1);
});

test("each reader hears at their own address of their own books, and of each book by itself", async () => {
  const [first, second] = [await wisher(cheaper), await wisher(cheaper)];
  await wisher({ tellsCheaper: false, tellsBack: true });
  const nameless = await wisher(cheaper);
  await db.execute(sql`update readers set email = null where id = ${nameless}`);
  await addWish(services, first, "jaya");
  await setPrice(25_000);
  expect(await enqueueWishLetters(later(0))).toBe(2);
  await sendDueLetters(services);
  const told = mailbox.letters().slice(-2);
  const { rows } = await db.execute<{ email: string }>(
    sql`select email from readers where id in (${first}, ${second}) order by id`,
  );
  expect(told.map(({ to }) => to).sort()).toEqual(rows.map(({ email }) => email).sort());
  await db.execute(sql`update books set price_paise = price_paise - 1000 where id = 'jaya'`);
  expect(await enqueueWishLetters(later(1))).toBe(1);
});

test("what sold out before its reader chose to hear of it is not told of when it is back", async () => {
  const reader = await wisher({ tellsCheaper: false, tellsBack: false });
  await wisher({ tellsCheaper: false, tellsBack: true });
  await leaveCopies(db, "godan", 0);
  await enqueueWishLetters(later(0));
  await leaveCopies(db, "godan", 3);
  const [list] = await listWishlists(db, reader);
  await chooseLetters(db, reader, list!.id, cheaper);
  await chooseLetters(db, reader, list!.id, { tellsCheaper: false, tellsBack: true });
  expect(await enqueueWishLetters(later(1))).toBe(1); // to the other reader
});

test("a book that was sold out is told of when it is back, once", async () => {
  await wisher({ tellsCheaper: false, tellsBack: true });
  await leaveCopies(db, "godan", 0);
  expect(await enqueueWishLetters(later(0))).toBe(0);
  await leaveCopies(db, "godan", 3);
  expect(await enqueueWishLetters(later(1))).toBe(1);
  expect(await enqueueWishLetters(later(48))).toBe(0);
  expect(await subjects()).toEqual(["Back in stock: गोदान"]);
});

test("of a book that is hidden from readers nothing is told, not even what was due before", async () => {
  await wisher({ tellsCheaper: true, tellsBack: true });
  await setPrice(25_000);
  expect(await enqueueWishLetters(later(0))).toBe(1);
  await db.execute(sql`update books set is_listed = false where id = 'godan'`);
  expect(await subjects()).toEqual([]);
  await setPrice(20_000);
  expect(await enqueueWishLetters(later(48))).toBe(0);
  await db.execute(sql`update books set is_listed = true where id = 'godan'`);
  expect(await enqueueWishLetters(later(48))).toBe(1);
});

test("what was waited for before the letters were ended is not waited for after they are wanted again", async () => {
  const ways: ((reader: number, list: { id: number; token: string }) => Promise<unknown>)[] = [
    (_, list) => unsubscribeWishLetters(db, list.token),
    (reader, list) => chooseLetters(db, reader, list.id, { tellsCheaper: true, tellsBack: false }),
  ];
  for (const end of ways) {
    const reader = await wisher({ tellsCheaper: false, tellsBack: true });
    await leaveCopies(db, "godan", 0);
    await enqueueWishLetters(later(0));
    const { rows: lists } = await db.execute<{ id: number; token: string }>(
      sql`select id::int, leave_token as token from wishlists where reader_id = ${reader}`,
    );
    await end(reader, lists[0]!);
    await leaveCopies(db, "godan", 3);
    await chooseLetters(db, reader, lists[0]!.id, { tellsCheaper: false, tellsBack: true });
    expect(await enqueueWishLetters(later(1))).toBe(0);
    await db.execute(sql`delete from wishlists`);
  }
});

test("who chooses further letters still hears of the book that is waited for", async () => {
  const reader = await wisher({ tellsCheaper: false, tellsBack: true });
  await leaveCopies(db, "godan", 0);
  await enqueueWishLetters(later(0));
  await leaveCopies(db, "godan", 3);
  const [list] = await listWishlists(db, reader);
  await chooseLetters(db, reader, list!.id, { tellsCheaper: true, tellsBack: true });
  expect(await enqueueWishLetters(later(1))).toBe(1);
});

test("a wish that is moved to a list without these letters is no longer awaited, and on a list with them still is", async () => {
  const reader = await wisher({ tellsCheaper: false, tellsBack: true });
  const [list] = await listWishlists(db, reader);
  const silent = (await createWishlist(db, reader, "Later"))!;
  const telling = (await createWishlist(db, reader, "Soon"))!;
  await chooseLetters(db, reader, telling, { tellsCheaper: false, tellsBack: true });
  const move = (listId: number) => editWish(db, reader, "godan", { listId, note: "" });
  await leaveCopies(db, "godan", 0);
  await enqueueWishLetters(later(0));
  await move(silent);
  await leaveCopies(db, "godan", 3);
  await move(list!.id);
  expect(await enqueueWishLetters(later(1))).toBe(0);

  await leaveCopies(db, "godan", 0);
  await enqueueWishLetters(later(2));
  await leaveCopies(db, "godan", 3);
  await move(telling);
  expect(await enqueueWishLetters(later(3))).toBe(1);
});

test("a book that is back and costs less brings one letter in a day", async () => {
  await wisher({ tellsCheaper: true, tellsBack: true });
  await leaveCopies(db, "godan", 0);
  await setPrice(20_000);
  expect(await enqueueWishLetters(later(0))).toBe(0);
  await leaveCopies(db, "godan", 3);
  expect(await enqueueWishLetters(later(1))).toBe(1);
  expect(await enqueueWishLetters(later(2))).toBe(0);
});

test("a book that got cheaper, sold out and came back within a day is told of again when the day is over", async () => {
  await wisher({ tellsCheaper: true, tellsBack: true });
  await setPrice(20_000);
  expect(await enqueueWishLetters(later(0))).toBe(1);
  await leaveCopies(db, "godan", 0);
  await enqueueWishLetters(later(1));
  await leaveCopies(db, "godan", 3);
  expect(await enqueueWishLetters(later(23.9))).toBe(0);
  expect(await enqueueWishLetters(later(24))).toBe(1);
});

test("letters end for the list of their link, and for no other", async () => {
  const [left, stays] = [
    await wisher({ tellsCheaper: false, tellsBack: true }),
    await wisher({ tellsCheaper: false, tellsBack: true }),
  ];
  const tokenOf = async (reader: number) => {
    const { rows } = await db.execute<{ token: string }>(
      sql`select leave_token as token from wishlists where reader_id = ${reader}`,
    );
    return rows[0]!.token;
  };
  await leaveCopies(db, "godan", 0);
  await enqueueWishLetters(later(0));
  await leaveCopies(db, "godan", 3);
  await unsubscribeWishLetters(db, "no-such-token");
  await unsubscribeWishLetters(db, await tokenOf(left));
  expect(await findListWithLetters(db, "no-such-token")).toBeNull();
  expect(await findListWithLetters(db, await tokenOf(left))).toBeNull();
  expect(await findListWithLetters(db, await tokenOf(stays))).toBe("My wishlist");
  expect(await enqueueWishLetters(later(1))).toBe(1);
});

test("nobody gets a letter who did not choose it", async () => {
  await wisher({ tellsCheaper: false, tellsBack: false });
  await leaveCopies(db, "godan", 0);
  await enqueueWishLetters(later(0));
  await leaveCopies(db, "godan", 3);
  await setPrice(20_000);
  expect(await enqueueWishLetters(later(1))).toBe(0);
});

test("a letter that waits is not sent when the wish is gone, the price is back or the letters were ended", async () => {
  const reader = await wisher({ tellsCheaper: true, tellsBack: false });
  await setPrice(20_000);
  await enqueueWishLetters(later(0));
  await setPrice(30_000);
  expect(await subjects()).toEqual([]);

  await setPrice(19_000);
  await enqueueWishLetters(later(25));
  await removeWish(db, reader, "godan");
  expect(await subjects()).toEqual([]);
});

test("every letter carries the link that ends those of its list in one click", async () => {
  await wisher({ tellsCheaper: true, tellsBack: true });
  await setPrice(20_000);
  await enqueueWishLetters(later(0));
  await subjects();
  const header = mailbox
    .letters()
    .at(-1)!
    .headers.find(({ name }) => name === "List-Unsubscribe")!.value;
  const token = /\/wishlist\/leave\/([\w-]{43})>$/.exec(header)![1]!;
  expect(await findListWithLetters(db, token)).toBe("My wishlist");
  for (const _ of [1, 2]) await unsubscribeWishLetters(db, token);
  expect(await findListWithLetters(db, token)).toBeNull();
  await setPrice(10_000);
  expect(await enqueueWishLetters(later(48))).toBe(0);
});
