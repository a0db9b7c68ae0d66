/** Tests that no public page stays old in the cache: every table that it shows announces its changes. */
import pg from "pg";
import { expect, test, vi } from "vitest";

import { sql } from "#db/sql.ts";
import { listRouteExamples } from "#tests/support/places/route-examples.ts";
import { openTestShop } from "#tests/support/shop/test-shop.ts";

/** Tables that announce nothing themselves. */
const announcedOtherwise: Record<string, string> = {
  author_listings: "its trigger functions announce",
  catalogue_count_changes: "written by the announcing triggers of listings",
  catalogue_counts: "sums up catalogue_count_changes, which changes no total",
  cover_designs: "written once for a new work, and only orders the related books of others",
  payments: "names the providers of the privacy policy, which change with the settings",
  recent_sales: "refreshRecentSales announces a changed chart",
  redemptions: "limits of announced codes: createPageLife",
  settlement_days: "names the providers of the privacy policy, which change with the settings",
  shelf_bits: "follows listings, and counts filters, whose pages are not cached",
  catalogue_loads: "changes only together with the books of the demonstration",
  shelf_counts: "countLongShelves announces changed counts",
  shelf_places: "written by the announcing triggers of listings",
  shelf_slots: "estimates the number of works for the plan of a query",
};

test("every table that a public page reads announces its changes", async () => {
  const shop = await openTestShop();
  const query = vi.spyOn(pg.Client.prototype, "query");
  for (const { address, route } of listRouteExamples())
    if (route.access === "public") await (await shop.fetch(address)).text();
  const texts = query.mock.calls.map(([statement]) => (statement as { text?: string }).text ?? "");
  query.mockRestore();
  const named = new Set(
    texts.flatMap((text) => [...text.matchAll(/\b(?:from|join)\s+([a-z_]+)/g)].map(([, name]) => name!)),
  );

  const { rows } = await shop.db.execute<{ name: string; isAnnounced: boolean }>(sql`
    select c.relname as name, exists (
      select from pg_trigger t join pg_proc p on p.oid = t.tgfoid
      where t.tgrelid = c.oid and p.prosrc ~ 'catalogue_changed|announce_(catalogue|books)') as is_announced
    from pg_class c where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace`);
  const read = rows.filter(({ name }) => named.has(name));
  expect(read.length).toBeGreaterThan(25);
  const silent = read.filter(({ isAnnounced }) => !isAnnounced).map(({ name }) => name);
  expect(silent.filter((name) => !(name in announcedOtherwise))).toEqual([]);
});
