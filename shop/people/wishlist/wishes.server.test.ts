/** Tests wishlists: adding, merging and ordering wishes, limits, access by reader, and gifts by the shared link. */

import { sql } from "#db/sql.ts";
import { expect, test } from "vitest";

import { newSecret } from "#shop/kernel/security/secret.server.ts";
import { addReader } from "#tests/support/sales/readers.ts";
import { openTestDatabase, warm } from "#tests/support/database/test-database.ts";
import { withClock } from "#tests/support/shop/with-clock.ts";
import { findSharedWishlist, promiseGift, takeBackGift } from "./shared-wishlist.server.ts";
import { addWish, mergeWishes, listWishedIds, listWishes, removeWish } from "./wishes.server.ts";
import { maxLists } from "./wishlist.ts";
import {
  chooseLetters,
  createWishlist,
  deleteWishlist,
  editWish,
  listWishlists,
  renameWishlist,
  shareWishlist,
  unshareWishlist,
} from "./wishlists.server.ts";

const { db, pool } = await openTestDatabase();
const shop = withClock(db);

test("the first wish makes the first list, and a book is wished for once, however often and in how many places at once", async () => {
  const reader = await addReader(db, "many-taps");
  await warm(pool, 8);
  const answers = await Promise.all(Array.from({ length: 8 }, () => addWish(shop, reader, "godan")));
  for (const answer of answers) expect(answer).toEqual({ ok: true, title: "गोदान" });
  expect(await listWishlists(db, reader)).toMatchObject([{ name: "My wishlist", count: 1, secret: null }]);
  expect(await addWish(shop, reader, "no-such-book")).toEqual({ ok: false, reason: "no-such-book" });
  expect(await removeWish(db, reader, "godan")).toBe("गोदान");
  expect(await removeWish(db, reader, "godan")).toBeNull();
});

test("the newest wish is on top, even of two of one moment", async () => {
  const reader = await addReader(db, "moment");
  const at = new Date();
  const still = { db, now: () => at };
  for (const bookId of ["jaya", "godan"]) await addWish(still, reader, bookId);
  await mergeWishes(still, reader, ["sita", "indica"]);
  expect(await listWishedIds(db, reader)).toEqual(["sita", "indica", "godan", "jaya"]);
});

test("what a guest wished for joins what the reader has, newest on top, without doubles and unknown books", async () => {
  const reader = await addReader(db, "joins");
  await addWish(shop, reader, "godan");
  await db.execute(sql`update wishes set created_at = now() - interval '1 minute' where reader_id = ${reader}`);
  const other = (await createWishlist(db, reader, "Gifts"))!;
  await editWish(db, reader, "godan", { listId: other, note: "" });
  for (const _ of [1, 2]) await mergeWishes(shop, reader, ["jaya", "godan", "no-such-book", "sita"]);
  expect((await listWishedIds(db, reader)).slice(0, 2)).toEqual(["jaya", "sita"]);
  const lists = await listWishlists(db, reader);
  expect(lists.map(({ name, count }) => `${name} ${count}`)).toEqual(["My wishlist 2", "Gifts 1"]);
});

test("joined wishes stay in their order, however long the database takes to write each of them", async () => {
  const reader = await addReader(db, "joins-slowly");
  const ids = ["sita", "jaya", "godan", "indica"];
  await db.execute(sql`
    create function write_slowly() returns trigger language plpgsql as
    $$ begin perform pg_sleep(0.005); return new; end $$`);
  await db.execute(sql`create trigger slow before insert on wishes for each row execute function write_slowly()`);
  try {
    await mergeWishes(shop, reader, ids);
  } finally {
    await db.execute(sql`drop function write_slowly cascade`);
  }
  expect(await listWishedIds(db, reader)).toEqual(ids);
});

test("there are as many wishes as a reader may have, and no more, also when they are joined", async () => {
  const reader = await addReader(db, "wants-all");
  await db.execute(sql`
    with l as (insert into wishlists (reader_id, name, leave_token) values (${reader}, 'All', ${newSecret()}) returning id)
    insert into wishes (reader_id, book_id, wishlist_id, price_paise)
    select ${reader}, b.id, l.id, b.price_paise from books b, l where b.id not in ('godan', 'jaya') order by b.id limit 299`);
  const before = await listWishedIds(db, reader);
  expect(before).toHaveLength(299);
  await mergeWishes(shop, reader, [before[0]!, "godan", "jaya"]); // books already on the list take no room
  expect((await listWishedIds(db, reader)).filter((id) => !before.includes(id))).toEqual(["godan"]);
  expect(await addWish(shop, reader, "jaya")).toEqual({ ok: false, reason: "full" });
  expect(await addWish(shop, reader, "godan")).toMatchObject({ ok: true }); // already on the list
});

test("a reader has no power over another's lists and wishes", async () => {
  const reader = await addReader(db, "owner");
  const stranger = await addReader(db, "stranger");
  await addWish(shop, reader, "godan");
  const [mine] = await listWishlists(db, reader);
  const theirs = (await createWishlist(db, stranger, "Theirs"))!;
  const before = await listWishes(db, reader, mine!.id);
  expect(await renameWishlist(db, stranger, mine!.id, "Taken")).toBe(false);
  expect(await deleteWishlist(db, stranger, mine!.id)).toBe(false);
  expect(await shareWishlist(db, stranger, mine!.id)).toBe(false);
  await shareWishlist(db, reader, mine!.id);
  const lists = await listWishlists(db, reader);
  expect(await unshareWishlist(db, stranger, mine!.id)).toBe(false);
  expect(await chooseLetters(db, stranger, mine!.id, { tellsCheaper: true, tellsBack: true })).toBe(false);
  expect(await listWishlists(db, reader)).toEqual(lists);
  expect(await editWish(db, reader, "godan", { listId: theirs, note: "mine now" })).toBe(false);
  expect(await editWish(db, stranger, "godan", { listId: theirs, note: "mine now" })).toBe(false);
  expect(await removeWish(db, stranger, "godan")).toBeNull();
  expect(await listWishes(db, stranger, mine!.id)).toEqual([]);
  expect(await listWishes(db, reader, mine!.id)).toEqual(before);
});

test("each change touches the wish and the list that it names, and no other", async () => {
  const [reader, other] = [await addReader(db, "two-lists"), await addReader(db, "two-lists-beside")];
  for (const one of [reader, other]) await mergeWishes(shop, one, ["sita", "jaya", "godan"]);
  const [first] = await listWishlists(db, reader);
  const gifts = (await createWishlist(db, reader, "Gifts"))!;
  const before = await listWishlists(db, other);
  const [kept] = before;
  const namesOf = async (id: number) => (await listWishes(db, reader, id)).map(({ book, note }) => [book.id, note]);
  for (const [bookId, note] of [
    ["sita", "For Meera"],
    ["jaya", ""],
  ] as const)
    expect(await editWish(db, reader, bookId, { listId: gifts, note })).toBe(true);
  expect(await namesOf(first!.id)).toEqual([["godan", ""]]);
  expect(await namesOf(gifts)).toEqual([
    ["sita", "For Meera"],
    ["jaya", ""],
  ]);
  expect(await renameWishlist(db, reader, gifts, "Birthdays")).toBe(true);
  expect(await shareWishlist(db, reader, gifts)).toBe(true);
  expect(await chooseLetters(db, reader, gifts, { tellsCheaper: true, tellsBack: false })).toBe(true);
  const secret = expect.stringMatching(/^[\w-]{43}$/);
  const plain = { id: first!.id, name: "My wishlist", count: 1, secret: null, tellsCheaper: false, tellsBack: false };
  expect(await listWishlists(db, reader)).toEqual([
    plain,
    { id: gifts, name: "Birthdays", count: 2, secret, tellsCheaper: true, tellsBack: false },
  ]);
  await shareWishlist(db, reader, first!.id);
  expect(await unshareWishlist(db, reader, gifts)).toBe(true);
  expect((await listWishlists(db, reader)).map((list) => list.secret)).toEqual([secret, null]);
  expect(await removeWish(db, reader, "sita")).toBe("Sita");
  expect(await listWishedIds(db, reader)).toEqual(["jaya", "godan"]);
  expect(await deleteWishlist(db, reader, gifts)).toBe(true);
  expect(await listWishedIds(db, reader)).toEqual(["godan"]);
  expect(await listWishlists(db, other)).toEqual(before);
  const theirs = await listWishes(db, other, kept!.id);
  expect(theirs.map(({ book, note }) => [book.id, note])).toEqual(["sita", "jaya", "godan"].map((id) => [id, ""]));
});

test("who brings no wishes along gets no list for them", async () => {
  const reader = await addReader(db, "wishless");
  await mergeWishes(shop, reader, []);
  expect(await listWishlists(db, reader)).toEqual([]);
});

test("a reader has twenty lists at most, and a list that goes takes its wishes along", async () => {
  const reader = await addReader(db, "lists");
  await warm(pool, 10);
  const made = await Promise.all(Array.from({ length: maxLists + 2 }, (_, n) => createWishlist(db, reader, `L${n}`)));
  expect(made.filter((id) => id !== null).length).toBe(maxLists);
  await addWish(shop, reader, "godan");
  const [first] = await listWishlists(db, reader);
  expect(await deleteWishlist(db, reader, first!.id)).toBe(true);
  expect(await listWishedIds(db, reader)).toEqual([]);
});

test("friends share out the gifts by the link, and the list's reader sees none of it", async () => {
  const reader = await addReader(db, "Asha Raman");
  await mergeWishes(shop, reader, ["jaya", "godan"]);
  const [list] = await listWishlists(db, reader);
  await shareWishlist(db, reader, list!.id);
  const secret = (await listWishlists(db, reader))[0]!.secret!;
  const plainBefore = await listWishes(db, reader, list!.id);
  const [meera, kabir] = [newSecret(), newSecret()];
  const give = (token: string, readerId: number | null = null) => ({ secret, bookId: "godan", readerId, token });
  const giftFor = async (token: string | null, readerId: number | null = null) =>
    (await findSharedWishlist(db, secret, { readerId, token }))!.wishes.find(({ book }) => book.id === "godan")!.gift;

  expect(await promiseGift(db, give(meera))).toBe("promised");
  expect(await promiseGift(db, give(meera))).toBe("promised");
  expect(await promiseGift(db, give(kabir))).toBe("taken");
  const seen = (await findSharedWishlist(db, secret, { readerId: null, token: kabir }))!.wishes;
  expect(seen.map(({ book, gift }) => [book.id, gift])).toEqual([
    ["jaya", "nobody"],
    ["godan", "somebody"],
  ]);
  expect([await giftFor(meera), await giftFor(kabir), await giftFor(null)]).toEqual(["you", "somebody", "somebody"]);
  expect(await findSharedWishlist(db, secret, { readerId: reader, token: meera })).toMatchObject({
    of: "Asha",
    isOwn: true,
    wishes: [{ gift: "nobody" }, { gift: "nobody" }],
  });
  expect(await listWishes(db, reader, list!.id)).toEqual(plainBefore);
  expect(await promiseGift(db, give(kabir, reader))).toBeNull();
  expect(await takeBackGift(db, give(kabir))).toBe(true);
  expect(await giftFor(kabir)).toBe("somebody");
  expect(await takeBackGift(db, give(meera))).toBe(true);
  expect(await giftFor(kabir)).toBe("nobody");

  await shareWishlist(db, reader, list!.id);
  expect(await findSharedWishlist(db, secret, { readerId: null, token: meera })).toBeNull();
  expect(await promiseGift(db, give(meera))).toBeNull();
  await unshareWishlist(db, reader, list!.id);
  expect((await listWishlists(db, reader))[0]!.secret).toBeNull();
  expect(await findSharedWishlist(db, "\0", { readerId: null, token: null })).toBeNull();
});
