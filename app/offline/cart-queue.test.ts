/** Tests the queue of books that are chosen without a connection, and how it is sent to the cart. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { currentCartCount, setCartCount } from "#app/client/cart/cart-count.ts";
import { maxLinesPerCart, maxQuantityPerLine } from "#shop/sales/cart/cart.ts";
import { cartQueueChanged } from "./cart-queue-changed.ts";
import { enqueueBook, readCartQueue, syncCartQueue, type QueuedBook } from "./cart-queue.ts";

interface Sent {
  path: string;
  books: unknown;
}

/** Simulated browser; the shop is unreachable until a test sets its responses. */
let browser: {
  cookies: Map<string, string>;
  /** Cookies as written, with attributes. */
  written: string[];
  stored: Map<string, string>;
  sent: Sent[];
  /** Number of `cart-queue-changed` events. */
  changes: number;
  isReached: () => Response | Promise<Response>;
  takes: () => Response | Promise<Response>;
};

beforeEach(() => {
  const unreached = () => Promise.reject(new TypeError("Failed to fetch"));
  const kept = { cookies: new Map<string, string>(), written: [], stored: new Map<string, string>(), sent: [] };
  browser = { ...kept, changes: 0, isReached: unreached, takes: unreached };
  const { cookies, written, stored, sent } = browser;
  let lock: Promise<unknown> = Promise.resolve();
  vi.stubGlobal("dispatchEvent", ({ type }: Event) => (browser.changes += Number(type === cartQueueChanged)));
  vi.stubGlobal("location", { protocol: "http:" });
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => stored.set(key, text),
    removeItem: (key: string) => stored.delete(key),
  });
  vi.stubGlobal("document", {
    get cookie() {
      return [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    },
    set cookie(line: string) {
      written.push(line);
      const [name, value] = line.split(";")[0]!.split("=");
      cookies.set(name!, value!);
    },
  });
  // Grants one lock after the other, as browsers do for several tabs.
  vi.stubGlobal("navigator", {
    locks: { request: (_: string, run: () => Promise<unknown>) => (lock = lock.then(run, run)) },
  });
  vi.stubGlobal("fetch", async (path: string, { method, body }: { method?: string; body?: URLSearchParams } = {}) => {
    if (method !== "POST") return browser.isReached();
    sent.push({ path, books: JSON.parse(body!.get("books")!) });
    return browser.takes();
  });
});
afterEach(() => {
  setCartCount(0);
  vi.unstubAllGlobals();
});

const online = () => void (browser.isReached = () => new Response(null, { status: 204 }));
const offline = () => void (browser.isReached = () => Promise.reject(new TypeError("Failed to fetch")));
const signIn = (word: string) => void browser.cookies.set("cache-partition", word);
const take = (added: number, news: { bookId: string; words: string[] }[] = [], count = added) =>
  void (browser.takes = () => Response.json({ count, added, news }));
const choose = (bookId: string, seenPaise = 29900) => enqueueBook({ bookId, title: `Title of ${bookId}`, seenPaise });
const waiting = () => readCartQueue().map(({ bookId, copies }) => `${copies} ${bookId}`);
const told = (...ids: string[]) => ids.map((id) => ({ title: `Title of ${id}`, words: [] }));
const bookOf = (bookId: string): QueuedBook => ({ bookId, title: `Title of ${bookId}`, copies: 1, seenPaise: 100 });
const leave = (...all: object[]) => browser.stored.set("cart-queue", JSON.stringify(all));

test("a book that is chosen again is one line with more copies at the price last seen, up to what a cart takes", () => {
  choose("godan");
  choose("indica");
  choose("godan", 19900);
  expect(waiting()).toEqual(["1 indica", "2 godan"]);
  expect(readCartQueue().at(-1)).toEqual({ bookId: "godan", title: "Title of godan", copies: 2, seenPaise: 19900 });
  for (let more = 0; more < 30; more += 1) choose("godan");
  expect(waiting()).toEqual(["1 indica", `${maxQuantityPerLine} godan`]);
});

test("the badge keeps its number while a book waits", () => {
  setCartCount(3);
  choose("godan");
  expect(browser.cookies.get("cart-count")).toBe("3");
  expect(browser.written.at(-1)).not.toContain("Secure");
  vi.stubGlobal("location", { protocol: "https:" });
  choose("godan");
  expect(browser.written.at(-1)).toMatch(/^cart-count=3; .*; Secure$/);
});

test("the page is told when something begins to wait", () => {
  choose("godan");
  expect(browser.changes).toBe(1);
});

test("what another reader chose is neither shown nor mixed with this one's; what a guest chose is", () => {
  signIn("asha");
  choose("godan");
  signIn("binod");
  choose("indica");
  expect(waiting()).toEqual(["1 indica"]);
  signIn("asha");
  expect(waiting()).toEqual(["1 godan"]);
  leave(
    { partition: "guest-before", books: [bookOf("emma")], sending: [] },
    { partition: "nobody", books: [bookOf("dune")], sending: [] },
    { partition: "nobody-else", books: [bookOf("secret")], sending: [] },
    { partition: "no-guest-", books: [bookOf("secret")], sending: [] },
  );
  expect(waiting()).toEqual(["1 emma", "1 dune"]);
});

test("a stored queue that cannot be read counts as empty, and the next book replaces it", () => {
  browser.stored.set("cart-queue", '[{"partition"');
  expect(waiting()).toEqual([]);
  choose("godan");
  expect(waiting()).toEqual(["1 godan"]);
});

test("nothing is sent while nothing waits or the shop is out of reach, and nothing is lost", async () => {
  const reached = vi.fn(() => new Response(null, { status: 204 }));
  browser.isReached = reached;
  expect(await syncCartQueue()).toBeNull();
  expect(reached).not.toHaveBeenCalled();
  choose("godan");
  offline();
  expect(await syncCartQueue()).toBeNull();
  browser.isReached = () => new Response("Down", { status: 503 });
  expect(await syncCartQueue()).toBeNull();
  expect(browser.sent).toEqual([]);
  expect(waiting()).toEqual(["1 godan"]);
});

test("what waits is sent once, with the prices that were seen, and the reader is told what the shop says of it", async () => {
  choose("godan");
  choose("indica", 45000);
  choose("indica", 45000);
  online();
  take(2, [{ bookId: "indica", words: ["Only one copy is left."] }], 5);
  expect(await syncCartQueue()).toEqual({
    outcome: "answered",
    added: 2,
    books: [{ title: "Title of indica", words: ["Only one copy is left."] }],
  });
  const godan = { bookId: "godan", copies: 1, seenPaise: 29900 };
  const indica = { bookId: "indica", copies: 2, seenPaise: 45000 };
  expect(browser.sent).toEqual([{ path: "/cart/catch-up", books: [godan, indica] }]);
  expect(currentCartCount()).toBe(5);
  expect(browser.stored.size).toBe(0);
  expect(await syncCartQueue()).toBeNull();
});

test("two tabs that come online at once send what waits once", async () => {
  choose("godan");
  online();
  take(1);
  const [one, other] = await Promise.all([syncCartQueue(), syncCartQueue()]);
  expect([one?.outcome, other]).toEqual(["answered", null]);
  expect(browser.sent).toHaveLength(1);
});

test("a rate-limited queue is sent later, in order, in the order they were chosen", async () => {
  choose("godan");
  online();
  browser.takes = () => {
    choose("indica");
    return Response.json({ message: "You sent too many requests." }, { status: 429 });
  };
  expect(await syncCartQueue()).toBeNull();
  expect(waiting()).toEqual(["1 godan", "1 indica"]);
  take(2);
  expect((await syncCartQueue())?.outcome).toBe("answered");
});

test("an interrupted request is reported and not retried", async () => {
  for (const broken of [() => Promise.reject(new TypeError("Failed to fetch")), () => new Response("<html>")]) {
    choose("godan");
    online();
    browser.takes = broken;
    expect(await syncCartQueue()).toEqual({ outcome: "unsure", added: 0, books: told("godan") });
    expect(browser.stored.size).toBe(0);
  }
  expect(browser.sent).toHaveLength(2);
});

test("books that were on their way when the page was closed are told about; what was chosen after them is sent", async () => {
  leave({ partition: "nobody", books: [bookOf("indica")], sending: [bookOf("godan")] });
  expect(waiting()).toEqual(["1 godan", "1 indica"]);
  online();
  take(1);
  expect(await syncCartQueue()).toEqual({ outcome: "unsure", added: 0, books: told("godan") });
  expect(browser.sent).toEqual([]);
  expect((await syncCartQueue())?.outcome).toBe("answered");
  expect(browser.sent.map(({ books }) => books)).toEqual([[{ bookId: "indica", copies: 1, seenPaise: 100 }]]);
});

test("a book that is chosen while others are on their way waits for the next time", async () => {
  choose("godan");
  online();
  browser.takes = () => {
    choose("godan");
    return Response.json({ count: 1, added: 1, news: [] });
  };
  expect((await syncCartQueue())?.outcome).toBe("answered");
  expect(waiting()).toEqual(["1 godan"]);
});

test("what is more than a cart takes goes the next time", async () => {
  const chosen = Array.from({ length: maxLinesPerCart + 1 }, (_, place) => bookOf(`book-${place}`));
  leave({ partition: "nobody", books: chosen, sending: [] });
  online();
  take(maxLinesPerCart);
  await syncCartQueue();
  expect(browser.sent[0]!.books).toHaveLength(maxLinesPerCart);
  expect(waiting()).toEqual([`1 book-${maxLinesPerCart}`]);
});

test("a reader whose session turns out to be over is told what did not go to a cart, and nobody else is", async () => {
  signIn("asha");
  choose("godan");
  browser.isReached = () => {
    browser.cookies.delete("cache-partition");
    return new Response(null, { status: 204 });
  };
  expect(await syncCartQueue()).toEqual({ outcome: "parted", added: 0, books: told("godan") });
  expect(browser.stored.size).toBe(0);

  leave(
    { partition: "another", books: [bookOf("secret")], sending: [] },
    { partition: "nobody", books: [bookOf("indica")], sending: [] },
  );
  online();
  expect(await syncCartQueue()).toEqual({ outcome: "parted", added: 0, books: [] });
  expect(waiting()).toEqual(["1 indica"]);
  expect(browser.sent).toEqual([]);
});
