import { sql } from "#db/sql.ts";
import { beforeEach, expect, test, vi } from "vitest";

import { publicUrl } from "#tests/support/shop/test-services.ts";
import { openTestShop } from "#tests/support/shop/test-shop.ts";

const shop = await openTestShop();
const { db } = shop;
const browser =
  "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36";

beforeEach(async () => {
  await shop.pages.close();
  await db.execute(sql`delete from search_salts`);
  await db.execute(sql`delete from search_counts`);
});

async function search(typed: string, network: string, headers: Record<string, string> = {}, path = "/search") {
  const request = new Request(`${publicUrl}${path}?q=${encodeURIComponent(typed)}`, {
    headers: { "user-agent": browser, ...headers },
  });
  const answer = await shop.pages.fetch(request, network);
  await answer.text();
  return answer.status;
}

/** The search counts, after the shop has written all of them. */
async function counts(): Promise<Record<string, { visitors: number; found: number }>> {
  await shop.pages.close();
  const { rows } = await db.execute<{ text: string; visitors: number; found: number }>(
    sql`select text, visitors, found from search_counts`,
  );
  return Object.fromEntries(rows.map(({ text, ...counted }) => [text, counted]));
}

test("a search counts once for each visitor, however it is written, loaded or repeated, with how many books it found", async () => {
  for (const typed of ["Malgudi", "malgudi ", "MALGUDI"]) await search(typed, "203.0.113.1");
  await search("malgudi", "203.0.113.2");
  // As the browser's router requests it.
  await search("malgudi", "203.0.113.2", {}, "/search.data");
  await search("zzzqqq", "203.0.113.1");
  const counted = await counts();
  expect(counted["malgudi"]).toMatchObject({ visitors: 2 });
  expect(counted["malgudi"]!.found).toBeGreaterThan(0);
  expect(counted["zzzqqq"]).toEqual({ visitors: 1, found: 0 });
  expect(Object.keys(counted)).toHaveLength(2);
});

test("robots, pages fetched in advance and what may name somebody are answered and not counted", async () => {
  const bot = "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)";
  expect(await search("malgudi", "203.0.113.1", { "user-agent": bot })).toBe(200);
  expect(await search("malgudi", "203.0.113.1", { "sec-purpose": "prefetch" })).toBe(200);
  for (const typed of ["asha@example.com", "98765 43210", "", " "])
    expect(await search(typed, "203.0.113.1")).toBe(200);
  expect(await counts()).toEqual({});
});

test("hostile texts are counted in few letters, or not at all", async () => {
  for (const typed of ["a".repeat(5_000), "\u202eevil\u0007", "%_\\'; drop table works; --", "😀".repeat(300)])
    expect(await search(typed, "203.0.113.1"), typed.slice(0, 20)).toBe(200);
  const texts = Object.keys(await counts());
  expect(texts).toEqual(expect.arrayContaining(["evil", "%_\\'; drop table works; --"]));
  for (const text of texts) expect(Array.from(text).length, text).toBeLessThanOrEqual(80);
});

test("one network brings few texts into the list, and all of its searches are answered", async () => {
  const statuses = new Set<number>();
  for (let turn = 0; turn < 50; turn += 1) statuses.add(await search(`zz ${turn}`, "203.0.113.3"));
  await search("zz other", "203.0.113.4");
  expect([...statuses]).toEqual([200]);
  const texts = Object.keys(await counts());
  expect(texts).toContain("zz other");
  expect(texts).toHaveLength(41);
});

test("searches are answered while they cannot be counted", async () => {
  const logged = vi.spyOn(console, "error").mockImplementation(() => {});
  await db.execute(sql`alter table search_salts rename to search_salts_away`);
  try {
    expect(await search("malgudi", "203.0.113.1")).toBe(200);
    await shop.pages.close();
    expect(await search("malgudi", "203.0.113.1")).toBe(200);
  } finally {
    await db.execute(sql`alter table search_salts_away rename to search_salts`);
  }
  expect(logged).toHaveBeenCalledTimes(1);
  expect(Object.keys(await counts())).toEqual(["malgudi"]);
  logged.mockRestore();
});
