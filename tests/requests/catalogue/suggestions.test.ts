import { afterEach, expect, test, vi } from "vitest";

import { sql } from "#db/sql.ts";
import { inTransaction } from "#db/transaction.ts";
import { suggestionsPath, type Suggestion } from "#shop/catalogue/search/suggestion.ts";
import { signIn } from "#tests/support/sales/sign-in.ts";
import { publicUrl } from "#tests/support/shop/test-services.ts";
import { openTestShop, visit } from "#tests/support/shop/test-shop.ts";

const shop = await openTestShop();
let clock = Date.now();
shop.services.now = () => new Date(clock);
afterEach(() => vi.restoreAllMocks());

async function ask(query: string) {
  const response = await shop.fetch(`${suggestionsPath}?${query}`);
  return { response, suggestions: ((await response.json()) as { suggestions: Suggestion[] }).suggestions };
}

test("suggestions are JSON, the same for everybody, and a browser keeps them for a minute", async () => {
  const reader = visit(shop);
  await signIn(reader, { name: "Asha Typing", email: "asha.typing@example.com" });
  const { response, suggestions } = await ask("q=malgudi");
  expect(suggestions[0]).toMatchObject({ kind: "book", name: "Malgudi Days", path: "/books/malgudi-days" });
  expect(response.headers.get("cache-control")).toBe("private, max-age=60");
  // Only answers of the page cache have a tag.
  expect(response.headers.get("etag")).toBeNull();
  const own = await reader.fetch(`${suggestionsPath}?q=malgudi`);
  expect(await own.json()).toEqual({ suggestions });
  expect(own.headers.getSetCookie()).toEqual([]);
});

test("what was cut short is not kept: the next letter, or the same again, gets all of it", async () => {
  await inTransaction(shop.db, async (tx) => {
    await tx.execute(sql`lock table name_starts in access exclusive mode`);
    const { response, suggestions } = await ask("q=malgudi");
    expect(response.headers.get("cache-control")).toBe("private, no-store");
    expect(suggestions).toContainEqual(expect.objectContaining({ path: "/books/malgudi-days" }));
  });
  expect((await ask("q=malgudi")).response.headers.get("cache-control")).toBe("private, max-age=60");
});

test("there are as many as asked for, between 1 and 10", async () => {
  for (const [limit, count] of [
    ["3", 3],
    ["8", 8],
    ["0", 1],
    ["-5", 1],
    ["1000000", 10],
    ["x", 10],
    ["2.5", 10],
    ["NaN", 10],
  ] as const)
    expect((await ask(`q=the&limit=${limit}`)).suggestions, limit).toHaveLength(count);
});

test("whatever is typed is answered: nothing, too little, too much, or signs that mean something elsewhere", async () => {
  for (const text of ["", " ", "a", "%", "__", "\\", "'", "💥💥", "\u202eabc", "\ufffd\ufffd", "a".repeat(10_000)]) {
    const { response, suggestions } = await ask(`q=${encodeURIComponent(text)}`);
    expect(response.status, text.slice(0, 20)).toBe(200);
    expect(suggestions, text.slice(0, 20)).toEqual([]);
  }
  expect((await ask("q=%ED%A0%80%ED%BF%BF")).response.status).toBe(200);
  expect((await ask("q=%FF%FE")).response.status).toBe(200);
  expect((await ask("")).suggestions).toEqual([]);
  expect((await shop.fetch(`${suggestionsPath}?q=a%00b`)).status).toBe(400);
});

test("who types is not held up, a program is asked to wait, and pages go on meanwhile", async () => {
  const send = (path: string) =>
    shop.pages.fetch(new Request(publicUrl + path, { headers: { accept: "application/json" } }), "203.0.113.77");
  const statuses = [];
  for (let times = 0; times < 605; times += 1) statuses.push((await send(`${suggestionsPath}?q=`)).status);
  expect(statuses.slice(0, 600).every((status) => status === 200)).toBe(true);
  const last = await send(`${suggestionsPath}?q=`);
  expect([statuses.at(-1), last.status, last.headers.get("retry-after")]).toEqual([429, 429, "1"]);
  expect(last.headers.get("cache-control")).toBe("private, no-store");
  expect(await last.json()).toEqual({
    message:
      "Many suggestions were asked for from your internet connection at once. Please wait 1 second and try again.",
  });
  expect((await send("/search?q=malgudi")).status).toBe(200);
  clock += 1_000;
  expect((await send(`${suggestionsPath}?q=`)).status).toBe(200);
});

test("without its database the shop says so, and what was typed is in no log", async () => {
  const logged = vi.spyOn(console, "error").mockImplementation(() => {});
  const connect = vi.spyOn(shop.services.db.pool!, "connect");
  connect.mockImplementation(() => Promise.reject(new Error("connection lost")));
  try {
    const response = await shop.fetch(`${suggestionsPath}?q=secretword`);
    expect([response.status, response.headers.get("cache-control")]).toEqual([503, "private, no-store"]);
    expect(logged).toHaveBeenCalledOnce();
    expect(String(logged.mock.calls[0])).toContain("The shop could not suggest books");
    expect(String(logged.mock.calls[0])).not.toContain("secretword");
  } finally {
    connect.mockRestore();
  }
});
