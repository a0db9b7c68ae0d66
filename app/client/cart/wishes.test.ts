/** Tests how a browser keeps a wishlist and synchronises it with the account. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { maxGuestWishes } from "#shop/people/wishlist/wishlist.ts";
import { syncWishes, toggleWish } from "./wishes.ts";

interface Asked {
  intent: string | null;
  bookId: string | null;
  brought: string | null;
}

const stored = new Map<string, string>();
const asked: Asked[] = [];
/** Responses of the shop, in order; when none is left, requests fail. */
let answers: (object | Promise<object>)[] = [];

beforeEach(() => {
  stored.clear();
  asked.length = 0;
  answers = [];
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => stored.set(key, text),
  });
  vi.stubGlobal("fetch", async (_: string, { body }: { body: URLSearchParams }) => {
    asked.push({ intent: body.get("intent"), bookId: body.get("bookId"), brought: body.get("brought") });
    const answer = await answers.shift();
    if (!answer) throw new TypeError("Failed to fetch");
    return Response.json(answer);
  });
});
afterEach(() => vi.unstubAllGlobals());

const signIn = (id: string) => stored.set("auth-storage", JSON.stringify({ state: { user: { id } } }));
const shop = (...books: string[]) => ({ message: "", books });
const wished = () => {
  const { of, books } = JSON.parse(stored.get("wishlist")!) as { of: string | null; books: string[] };
  return { of, books };
};

/** Simulates a page that has loaded the stored wishlist. */
async function openWith(of: string | null, books: string[]) {
  if (of !== null) signIn(of);
  stored.set("wishlist", JSON.stringify({ of, at: of === null ? 0 : Date.now(), books }));
  await syncWishes(books);
  expect(asked).toEqual([]);
}

test("a guest's wishes stay on the device, newest first, without a request", async () => {
  await openWith(null, []);
  await toggleWish("godan");
  await toggleWish("indica");
  expect(wished()).toEqual({ of: null, books: ["indica", "godan"] });
  await toggleWish("godan");
  expect(wished().books).toEqual(["indica"]);
  expect(asked).toEqual([]);
});

test("a guest's list that is full takes no more, and gives up what it has", async () => {
  const books = Array.from({ length: maxGuestWishes - 1 }, (_, place) => `book-${place}`);
  await openWith(null, books);
  await toggleWish("last");
  expect(wished().books).toHaveLength(maxGuestWishes);
  await toggleWish("too-much");
  expect(wished().books).toEqual(["last", ...books]);
  await toggleWish("book-0");
  expect(wished().books).toHaveLength(maxGuestWishes - 1);
});

test("a reader's wish is shown at once, told to the shop, and then what the shop says it is", async () => {
  await openWith("asha", ["godan"]);
  answers = [shop("indica", "emma", "godan"), shop("emma")];
  const told = toggleWish("indica");
  expect(wished()).toEqual({ of: "asha", books: ["indica", "godan"] });
  await told;
  expect(wished()).toEqual({ of: "asha", books: ["indica", "emma", "godan"] });
  await toggleWish("godan");
  expect(asked).toEqual([
    { intent: "add", bookId: "indica", brought: "" },
    { intent: "remove", bookId: "godan", brought: "" },
  ]);
  expect(wished().books).toEqual(["emma"]);
});

test("rolls back a wish that the shop rejects or never receives", async () => {
  await openWith("asha", ["godan"]);
  answers = [{ message: "Your wishlist is full.", books: null }];
  await toggleWish("indica");
  expect(wished().books).toEqual(["godan"]);
  await toggleWish("godan");
  expect(asked).toHaveLength(2);
  expect(wished()).toEqual({ of: "asha", books: ["godan"] });
});

test("an answer that was overtaken by a later one is not kept", async () => {
  await openWith("asha", []);
  const late = Promise.withResolvers<object>();
  answers = [late.promise, shop("indica", "godan")];
  const first = toggleWish("godan");
  await toggleWish("indica");
  late.resolve(shop("godan"));
  await first;
  expect(wished().books).toEqual(["indica", "godan"]);
});

test("what a guest wished for goes along to the reader who signs in, and the page hears that it shows too little", async () => {
  await openWith(null, ["godan", "indica"]);
  signIn("asha");
  answers = [shop("godan", "indica", "emma"), shop("godan", "indica", "emma")];
  expect(await syncWishes(["emma"])).toBe(true);
  expect(asked).toEqual([{ intent: "join", bookId: "", brought: "godan indica" }]);
  expect(wished()).toEqual({ of: "asha", books: ["godan", "indica", "emma"] });
  expect(await syncWishes(["godan", "indica", "emma"])).toBe(false);
  expect(asked).toHaveLength(1);
});

test("a page that shows all the shop knows of, or a shop that gives no list, changes nothing", async () => {
  await openWith(null, ["godan"]);
  expect(await syncWishes([])).toBe(false);
  signIn("asha");
  expect(await syncWishes(["emma"])).toBe(false);
  expect(wished()).toEqual({ of: null, books: ["godan"] });
  answers = [{ message: "You sent too many requests." }, shop("emma")];
  expect(await syncWishes(["emma"])).toBe(false);
  expect(wished()).toEqual({ of: null, books: ["godan"] });
  expect(await syncWishes(["emma"])).toBe(false);
});

test("a reader's wishes do not stay behind on a device they signed out of, nor go to another's account", async () => {
  await openWith("asha", ["secret"]);
  stored.delete("auth-storage");
  expect(await syncWishes([])).toBe(false);
  expect(wished()).toEqual({ of: null, books: [] });
  await openWith("asha", ["secret"]);
  signIn("binod");
  // The wishes of the previous reader disappear even while the shop is out of reach.
  expect(await syncWishes(["older"])).toBe(false);
  expect(wished()).toEqual({ of: null, books: [] });
  asked.length = 0;
  answers = [shop()];
  await syncWishes(["older"]);
  expect(asked).toEqual([{ intent: "join", bookId: "", brought: "" }]);
  expect(wished()).toEqual({ of: "binod", books: [] });
});
