/** Rules for the undo of stock, offers, storefront, settings and parcels. */
import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";
import { lockWeeklyTables } from "#shop/catalogue/content/weekly-tables.server.ts";
import { readSettings } from "#shop/office/settings/changeable-settings.ts";
import { findReusedPrefixes } from "#shop/office/settings/find-reused-prefixes.server.ts";
import { holdStoredSettings, readStoredSettings } from "#shop/office/settings/stored-settings.server.ts";
import { bookOfCodeSql, closeWhenDone } from "#shop/office/stock-room/deliveries.server.ts";
import { lockStorefront } from "#shop/office/storefront/published-storefront.server.ts";
import { findDueAt } from "#shop/office/storefront/storefront-drafts.server.ts";
import { enqueueTrackingLetter } from "#shop/sales/orders/parcels/correct-tracking.server.ts";
import { findTravelling } from "#shop/sales/orders/parcels/deliver-order.server.ts";
import { keyText, partTable, silentTable, type UndoableTables, type UndoneRow } from "./undoable-table.ts";

/** The tables outside the catalogue, in the order of inserts. */
export const shopTables: UndoableTables = {
  stock: {
    needs: "stock",
    words: { on_hand: "Copies on hand", low_level: "Low-stock level", place: "Place in the shop" },
    names: { thing: "book", by: "book_id" },
    subject: (name) => `the copies of ${name}`,
    labels: { low_level: "the low-stock level", place: "the place" },
    changedSince: (name, label) =>
      label === "the place" ? `the place of ${name} was changed since` : `${label} of ${name} was changed since`,
    counts: ["on_hand"],
    goesAlong: "stock_book_id_fkey",
    refusals: {
      stock_reserved_at_most_on_hand: {
        columns: ["on_hand"],
        why: (name) => `the copies of ${name}: they were sold or reserved since`,
      },
    },
    settle: writeMoves,
  },
  delivery_lines: silentTable("stock", {
    counts: ["shelved"],
    orNothing: "Nothing could be undone: the delivery of these copies was changed since.",
    async fault({ db }, { key }, { isKept }) {
      const { rows } = await db.execute<{ book: string | null }>(sql`
        select ${bookOfCodeSql(sql`l.code`)} as book from (select ${String(key.code)}::text as code) l`);
      const book = rows[0]?.book ?? null;
      return book !== null && isKept("stock", book) ? "" : null;
    },
    async settle(tx, rows, at) {
      for (const id of new Set(rows.map(({ key }) => Number(key.delivery_id)))) await closeWhenDone(tx, id, at);
    },
  }),
  stocktake_lines: silentTable("stock"),
  suppliers: {
    needs: "buying",
    words: "Supplier",
    names: { thing: "supplier", by: "id" },
    subject: (name) => `the supplier ${name}`,
    labels: {
      name: "the name",
      gstin: "the GSTIN",
      email: "the e-mail address",
      discount: "the discount",
      credit_days: "the days to pay",
      basis: "the basis",
      return_days: "the days to return",
    },
    goesUnchanged: true,
    whyItStays: "it has purchase orders",
  },
  supplier_payments: {
    needs: "buying",
    words: "Payment to a supplier",
    subject: () => "the payment",
    labels: { paid_on: "the day", paise: "the sum", reference: "the reference" },
    goesUnchanged: true,
  },
  stock_choices: {
    needs: "stock",
    words: "Stock choices",
    subject: () => "the shop’s choices for its stock",
    labels: { low_level: "", lead_days: "" },
    changedSince: () => "the shop’s choices for its stock were changed since",
    goesUnchanged: true,
  },
  bundles: {
    needs: "offers",
    words: "Bundle",
    names: { thing: "bundle", by: "id" },
    subject: (name) => `the bundle ${name}`,
    labels: {
      name: "the name",
      description: "the words",
      percent_off: "the percent",
      position: "the place",
      starts_at: "the beginning",
      ends_at: "the end",
      bundle_books: "the books",
    },
    goesUnchanged: true,
    refusals: {
      bundles_ends_after_start: {
        columns: ["starts_at", "ends_at"],
        why: (name) => `the bundle ${name}: it would end before it begins`,
      },
    },
    async beforeGoing(tx, ids) {
      const { rows } = await tx.execute<{ id: string }>(sql`
        select distinct source as id from order_discounts where kind = 'bundle' and source = any(${ids}::text[])`);
      return new Map(rows.map(({ id }) => [id, "orders were placed with it, so it can be stopped but not deleted"]));
    },
  },
  bundle_books: partTable("bundles", "bundle_id", { field: "books", shows: ({ book_id: book }) => book }),
  promotions: {
    needs: "offers",
    words: "Code",
    subject: (name) => `the code ${name}`,
    labels: {
      name: "the name",
      applies_to: "the books that it is for",
      percent_off: "the percent",
      paise_off: "the amount",
      min_order_paise: "the minimum order",
      targets: "the categories, authors, series and lists",
      starts_at: "the beginning",
      ends_at: "the end",
      redemption_limit: "the limit of uses",
      redemption_limit_per_email: "the limit of uses per reader",
      is_first_order_only: "whether it is for first orders",
      is_announced: "whether the shop announces it",
    },
    goesUnchanged: true,
    whyItStays: "orders were placed with it, so it can be stopped but not deleted",
  },
  reading_lists: {
    needs: "window",
    words: "Reading list",
    names: { thing: "list", by: "id" },
    subject: (name) => `the reading list ${name}`,
    labels: {
      title: "the title",
      summary: "the sentence",
      introduction: "the words",
      position: "the place",
      endpaper: "the endpaper",
      reading_list_books: "the books",
    },
    goesUnchanged: true,
  },
  reading_list_books: partTable("reading_lists", "reading_list_id", {
    field: "books",
    shows: ({ book_id: book, note }) => ({ book, note }),
  }),
  weekly_tables: {
    needs: "window",
    words: "Table of the week",
    names: { thing: "table", by: "id" },
    subject: (name) => `the table ${name}`,
    labels: {
      title: "the title",
      introduction: "the words",
      begins: "its day",
      weekly_table_books: "the books",
    },
    goesUnchanged: true,
    hold: lockWeeklyTables,
  },
  weekly_table_books: partTable("weekly_tables", "table_id", {
    field: "books",
    shows: ({ book_id: book, sentence, signature }) => ({ book, sentence, signature }),
    lost: "a book",
  }),
  home_window: {
    needs: "window",
    words: "Window",
    subject: () => "home",
    labels: {
      sections: "the order of the sections",
      left_out: "which sections are shown",
      lists: "the reading lists",
      welcome_title: "the title at the top",
      welcome_line: "the line at the top",
    },
    goesUnchanged: true,
    hold: lockStorefront,
  },
  windows: {
    needs: "window",
    words: "Window",
    names: { thing: "window", by: "id" },
    subject: (name) => `the window ${name}`,
    labels: {
      name: "the name",
      due_at: "the time",
      content: "what it shows",
      "content.featured": "the books at the top",
      "content.recommended": "the recommended books",
      "content.sections": "the order of the sections",
      "content.leftOut": "which sections are shown",
      "content.codes": "the codes of the offer banner",
      "content.lists": "the reading lists",
      "content.testimonials": "the testimonials",
      "content.welcomeTitle": "the title at the top",
      "content.welcomeLine": "the line at the top",
    },
    goesUnchanged: true,
    yields: { due_at: null },
    refusals: {
      windows_due_once: {
        columns: ["due_at"],
        why: (name) => `the window ${name}: another window is planned for its time now`,
      },
    },
    hold: lockStorefront,
    // Published windows are never removed from the history.
    async beforeGoing(tx, ids) {
      const { rows } = await tx.execute<{ id: string }>(sql`
        select id::text as id from windows where id::text = any(${ids}::text[]) and published_at is not null`);
      return new Map(rows.map(({ id }) => [id, ""]));
    },
    async fault({ db }, { key, from, to }, { at }) {
      if (to && to.published_at !== null) return "it was published since";
      const dueAt = to?.due_at;
      if (typeof dueAt !== "string" || dueAt === from?.due_at) return null;
      if (new Date(dueAt) <= at) return "the time for which it was planned has passed";
      const other = await findDueAt(db, dueAt, Number(key.id));
      return other === null ? null : "another window is planned for its time now";
    },
  },
  pages: {
    needs: "settings",
    words: "Page",
    names: { thing: "page", by: "id" },
    subject: (name) => `the page ${name}`,
    labels: {
      title: "the title",
      lead: "the first words",
      text: "the text",
      place: "where it is linked",
      position: "the position",
      is_shown: "whether it is shown",
    },
    goesUnchanged: true,
  },
  shop_settings: {
    needs: "settings",
    words: "Setting",
    names: { thing: "setting", by: "name" },
    subject: (name) => `“${name}”`,
    labels: { value: "" },
    changedSince: (name) => `“${name}” was changed since`,
    goesUnchanged: true,
    hold: holdStoredSettings,
    async fault({ db, settings }, { key }, { at }) {
      const read = readSettings({ ...(await readStoredSettings(db)), ...settings.fromEnvironment });
      if (!read.ok) return "it would not match the other settings";
      const isPrefix = key.name === "BILL_PREFIX" || key.name === "CREDIT_NOTE_PREFIX";
      const reused = isPrefix ? await findReusedPrefixes(db, read.settings.numbers, at) : {};
      return Object.keys(reused).length === 0 ? null : "the other kind of paper has used these letters since";
    },
  },
  shipments: {
    needs: "parcels",
    words: "Tracking number",
    names: { thing: "order", by: "order_id" },
    subject: (name, { place }) => `parcel ${String(place)} of order ${name}`,
    labels: { carrier: "the carrier", tracking_number: "the tracking number", tracking_url: "the link" },
    async fault({ db }, { key }) {
      const { rows } = await db.execute<{ number: string }>(sql`
        select number from orders where id = ${Number(key.order_id)}`);
      const found = rows[0] && (await findTravelling(db, rows[0].number, Number(key.place)));
      return found?.ok ? null : "it is not on its way any more";
    },
    async settle(tx, rows, at) {
      for (const { key } of rows) await enqueueTrackingLetter(tx, Number(key.order_id), Number(key.place), at);
    },
  },
};

/** Adds stock moves for the copies that an undo adds or removes. */
async function writeMoves(tx: Db, rows: UndoneRow[], at: Date): Promise<void> {
  const moved = rows.flatMap(({ key, from, to }) =>
    from && to && from.on_hand !== to.on_hand ? [{ key, delta: Number(to.on_hand) - Number(from.on_hand) }] : [],
  );
  await tx.execute(sql`
    insert into stock_moves (book_id, delta, cause, created_at, reason)
    select book_id, delta, 'correction', ${at}, 'Taken back'
    from unnest(${moved.map(({ key }) => keyText(key))}::text[], ${moved.map(({ delta }) => delta)}::int[]) as m (book_id, delta)`);
}
