/**
 * Tests that a migration breaks no shop of the previous version on the same database: it drops nothing that this
 * version uses, asks for no new values, and locks no large table for long, also not while it writes rows.
 */
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import pg from "pg";
import { afterAll, expect, test } from "vitest";

import { openTestDatabase } from "#tests/support/database/test-database.ts";
import { migrate, runsOutside } from "./migrate.ts";

const { pool, url } = await openTestDatabase();
const folder = join(import.meta.dirname, "migrations");
const names = (await readdir(folder)).filter((name) => name.endsWith(".sql")).sort();

/** Accepted findings by migration file, with the reason why an open shop of the previous version can bear them. */
const allowed: Record<string, { why: string; findings: string[] }> = {
  "0196_order_prefixes.sql": {
    why: "The new rule allows every number of the old one, and others only once an owner chooses another prefix.",
    findings: [
      "asks for more: constraint orders.orders_number_check CHECK ((number ~ '^[A-Z]{2,4}-[0-9A-Z]{10}$'::text))",
    ],
  },
  "0112_payment_providers.sql": {
    why: "Both indexes repeat a key that is there already: a day is unique alone, and a refund by the old name of its number. There are few refunds, few days, and few events of webhooks that are not done.",
    findings: [
      "asks for more: unique index refunds_provider_refund_id",
      "asks for more: unique index settlement_days_provider_day",
      "holds refunds while rows are written",
      "holds webhook_events while rows are written",
    ],
  },
  "0222_check_order_states.sql": {
    why: "Both rules are about columns that the trigger of 0220 writes when a shop of the previous version leaves them empty.",
    findings: [
      "asks for more: constraint orders.orders_confirmed_check CHECK (((paid_at IS NULL) OR (confirmed_at IS NOT NULL))) NOT VALID",
      "asks for more: constraint orders.orders_states_check CHECK ((COALESCE(((payment_state || ' '::text) || fulfilment_state), ''::text) = ANY (ARRAY['awaited held'::text, 'none expired'::text, 'none superseded'::text, 'none cancelled'::text, 'paid to_pack'::text, 'paid shipped'::text, 'paid delivered'::text, 'paid cancelled'::text, 'refund_pending shipped'::text, 'refund_pending delivered'::text, 'refund_pending cancelled'::text, 'refund_pending expired'::text, 'refund_pending superseded'::text, 'refunded shipped'::text, 'refunded delivered'::text, 'refunded cancelled'::text, 'refunded expired'::text, 'refunded superseded'::text]))) NOT VALID",
    ],
  },
  "0231_pay_on_delivery.sql": {
    why: "The rules allow what they allowed before, and more; every payment of the previous version has an attempt.",
    findings: [
      "asks for more: constraint order_discounts.order_discounts_kind_check CHECK ((kind = ANY (ARRAY['promotion'::text, 'bundle'::text, 'rounding'::text]))) NOT VALID",
      "asks for more: constraint orders.orders_network_is_forgotten CHECK (((network IS NULL) OR (state = ANY (ARRAY['pending_payment'::text, 'to_confirm'::text])))) NOT VALID",
      "asks for more: constraint orders.orders_state_check CHECK ((state = ANY (ARRAY['pending_payment'::text, 'to_confirm'::text, 'paid'::text, 'to_pack'::text, 'shipped'::text, 'delivered'::text, 'returned'::text, 'expired'::text, 'superseded'::text, 'cancelled'::text, 'refund_pending'::text, 'refunded'::text]))) NOT VALID",
      "asks for more: constraint orders.orders_states_check CHECK ((COALESCE(((payment_state || ' '::text) || fulfilment_state), ''::text) = ANY (ARRAY['awaited held'::text, 'none expired'::text, 'none superseded'::text, 'none cancelled'::text, 'none returned'::text, 'on_delivery held'::text, 'on_delivery to_pack'::text, 'on_delivery shipped'::text, 'collected delivered'::text, 'paid to_pack'::text, 'paid shipped'::text, 'paid delivered'::text, 'paid cancelled'::text, 'refund_pending shipped'::text, 'refund_pending delivered'::text, 'refund_pending returned'::text, 'refund_pending cancelled'::text, 'refund_pending expired'::text, 'refund_pending superseded'::text, 'refunded shipped'::text, 'refunded delivered'::text, 'refunded returned'::text, 'refunded cancelled'::text, 'refunded expired'::text, 'refunded superseded'::text]))) NOT VALID",
      "asks for more: constraint payments.payments_attempt_check CHECK (((attempt_id IS NOT NULL) OR (provider = 'on-delivery'::text))) NOT VALID",
      "asks for more: constraint payments.payments_settling_check CHECK (((NOT settles) OR ((currency = 'INR'::text) AND ((status = ANY (ARRAY['captured'::text, 'refunded'::text])) OR ((status = 'due'::text) AND (provider = 'on-delivery'::text)))))) NOT VALID",
    ],
  },
  "0291_void_payments_on_delivery.sql": {
    why: "The check allows every row that the old one did.",
    findings: [
      "asks for more: constraint payments.payments_settling_check CHECK (((NOT settles) OR ((currency = 'INR'::text) AND ((status = ANY (ARRAY['captured'::text, 'refunded'::text])) OR ((status = ANY (ARRAY['due'::text, 'void'::text])) AND (provider = 'on-delivery'::text)))))) NOT VALID",
    ],
  },
  "0292_savings_for_paying_online.sql": {
    why: "The check allows every row that the old one did.",
    findings: [
      "asks for more: constraint order_discounts.order_discounts_kind_check CHECK ((kind = ANY (ARRAY['promotion'::text, 'bundle'::text, 'rounding'::text, 'online'::text]))) NOT VALID",
    ],
  },
  "0240_parcel_bookings.sql": {
    why: "The rule allows two more kinds, which a shop of the previous version neither writes nor reads.",
    findings: [
      "asks for more: constraint credentials.credentials_kind_check CHECK ((kind = ANY (ARRAY['payments'::text, 'sign-in'::text, 'mail'::text, 'backup'::text, 'shiprocket'::text, 'delhivery'::text])))",
    ],
  },
  "0254_bills_and_damaged_copies.sql": {
    why: "The check allows every row that the old one did. A shop has some ten thousand lines of deliveries.",
    findings: [
      "asks for more: constraint delivery_lines.delivery_lines_copies_check CHECK ((((copies >= 0) AND (copies <= 100000)) AND ((damaged >= 0) AND (damaged <= 100000)) AND ((billed >= 0) AND (billed <= 100000)) AND ((copies > 0) OR (damaged > 0) OR (billed > 0))))",
    ],
  },
  "0260_collect_in_the_shop.sql": {
    why: "The rule allows what it allowed before, and orders that the previous version does not place.",
    findings: [
      "asks for more: constraint orders.orders_pin_check CHECK (((erased_at IS NOT NULL) OR (pin ~ '^[1-9][0-9]{5}$'::text) OR ((delivery_method = 'collection'::text) AND (pin = ''::text)))) NOT VALID",
    ],
  },
  "0305_bank_transfers.sql": {
    why: "The rules allow what they allowed before, and payments that the previous version does not make.",
    findings: [
      "asks for more: constraint orders.orders_states_check CHECK ((COALESCE(((payment_state || ' '::text) || fulfilment_state), ''::text) = ANY (ARRAY['awaited held'::text, 'none expired'::text, 'none superseded'::text, 'none cancelled'::text, 'none returned'::text, 'on_delivery held'::text, 'on_delivery to_pack'::text, 'on_delivery shipped'::text, 'collected delivered'::text, 'owed to_pack'::text, 'owed shipped'::text, 'owed delivered'::text, 'paid to_pack'::text, 'paid shipped'::text, 'paid delivered'::text, 'paid cancelled'::text, 'refund_pending shipped'::text, 'refund_pending delivered'::text, 'refund_pending returned'::text, 'refund_pending cancelled'::text, 'refund_pending expired'::text, 'refund_pending superseded'::text, 'refunded shipped'::text, 'refunded delivered'::text, 'refunded returned'::text, 'refunded cancelled'::text, 'refunded expired'::text, 'refunded superseded'::text]))) NOT VALID",
      "asks for more: constraint payments.payments_attempt_check CHECK (((attempt_id IS NOT NULL) OR (provider = ANY (ARRAY['on-delivery'::text, 'bank-transfer'::text])))) NOT VALID",
      "asks for more: constraint payments.payments_settling_check CHECK (((NOT settles) OR ((currency = 'INR'::text) AND ((status = ANY (ARRAY['captured'::text, 'refunded'::text])) OR ((status = ANY (ARRAY['due'::text, 'void'::text])) AND (provider = ANY (ARRAY['on-delivery'::text, 'bank-transfer'::text]))))))) NOT VALID",
    ],
  },
  "0281_quotations.sql": {
    why: "The checks allow larger quantities and one method of payment more than before, and look at new rows alone.",
    findings: [
      "asks for more: constraint order_lines.order_lines_quantity_check CHECK (((quantity >= 1) AND (quantity <= 10000))) NOT VALID",
      "asks for more: constraint orders.orders_payment_method_check CHECK ((payment_method = ANY (ARRAY['online'::text, 'on_delivery'::text, 'transfer'::text]))) NOT VALID",
      "asks for more: constraint returns.returns_quantity_check CHECK (((quantity >= 1) AND (quantity <= 10000))) NOT VALID",
      "asks for more: constraint shipment_lines.shipment_lines_quantity_check CHECK (((quantity >= 1) AND (quantity <= 10000))) NOT VALID",
    ],
  },
  "0340_confirmation_codes.sql": {
    why: "The rule allows one more kind, which a shop of the previous version neither writes nor reads.",
    findings: [
      "asks for more: constraint credentials.credentials_kind_check CHECK ((kind = ANY (ARRAY['payments'::text, 'sign-in'::text, 'mail'::text, 'backup'::text, 'shiprocket'::text, 'delhivery'::text, 'whatsapp'::text])))",
    ],
  },
  "0306_counter_sales.sql": {
    why: "The rules allow what they allowed before, and more, which only a shop with tills writes.",
    findings: [
      "asks for more: constraint order_discounts.order_discounts_kind_check CHECK ((kind = ANY (ARRAY['promotion'::text, 'bundle'::text, 'rounding'::text, 'online'::text, 'counter'::text]))) NOT VALID",
      "asks for more: constraint orders.orders_payment_method_check CHECK ((payment_method = ANY (ARRAY['online'::text, 'on_delivery'::text, 'transfer'::text, 'counter'::text]))) NOT VALID",
      "asks for more: constraint orders.orders_phone_check CHECK (((erased_at IS NOT NULL) OR (phone ~ '^\\+91[6-9][0-9]{9}$'::text) OR ((payment_method = 'counter'::text) AND (phone = ''::text)))) NOT VALID",
      "asks for more: constraint orders.orders_pin_check CHECK (((erased_at IS NOT NULL) OR (pin ~ '^[1-9][0-9]{5}$'::text) OR (((delivery_method = 'collection'::text) OR (payment_method = 'counter'::text)) AND (pin = ''::text)))) NOT VALID",
      "asks for more: constraint payments.payments_attempt_check CHECK (((attempt_id IS NOT NULL) OR (provider = ANY (ARRAY['on-delivery'::text, 'bank-transfer'::text, 'counter'::text])))) NOT VALID",
    ],
  },
  "0307_index_documents_sequence.sql": {
    why: "A shop of the previous version has one series of bills, whose numbers are unique already.",
    findings: ["asks for more: unique index documents_sequence"],
  },
  "0166_long_settings.sql": {
    why: "The check allows longer values than before. The table has a row for each setting.",
    findings: [
      "asks for more: constraint shop_settings.shop_settings_value_check CHECK (((value <> ''::text) AND (char_length(value) <= 3000)))",
    ],
  },
  "0191_credentials_of_backups.sql": {
    why: "The check allows one kind more than before. The table has at most eight rows.",
    findings: [
      "asks for more: constraint credentials.credentials_kind_check CHECK ((kind = ANY (ARRAY['payments'::text, 'sign-in'::text, 'mail'::text, 'backup'::text])))",
    ],
  },
};

/**
 * The tables, columns and functions that the previous version uses, and the objects that lock a table or constrain its
 * rows.
 */
async function readSchema(db: pg.Pool) {
  const { rows } = await db.query<{ kind: string; item: string; of: string; columns: string[] }>(`
    with tables as (
      select c.oid, c.relname::text as name, c.relfilenode, c.relkind from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm'))
    select 'there' as kind, 'table ' || name as item, name as of, '{}'::text[] as columns from tables
    union all select 'there', 'column ' || name || '.' || a.attname || ' ' || format_type(a.atttypid, a.atttypmod), name, array[a.attname::text]
      from tables join pg_attribute a on a.attrelid = oid where a.attnum > 0 and not a.attisdropped
    union all select 'there', 'function ' || p.oid::regprocedure || ' ' || pg_get_function_result(p.oid), '', '{}'
      from pg_proc p where p.pronamespace = 'public'::regnamespace and p.prokind = 'f' and p.prorettype <> 'trigger'::regtype
    union all select 'asked', 'not null without a default ' || name || '.' || a.attname, name, '{}'
      from tables join pg_attribute a on a.attrelid = oid
      where a.attnum > 0 and not a.attisdropped and a.attnotnull and not a.atthasdef and a.attidentity = ''
    union all select 'asked', 'constraint ' || name || '.' || k.conname || ' ' || pg_get_constraintdef(k.oid), name,
        array(select attname::text from pg_attribute where attrelid = k.conrelid and attnum = any(k.conkey))
      from tables join pg_constraint k on k.conrelid = tables.oid where k.contype in ('c', 'f', 'x')
    union all select 'asked', 'unique index ' || i.indexrelid::regclass, name, '{}'
      from tables join pg_index i on i.indrelid = oid where i.indisunique
    union all select 'built', 'index ' || i.indexrelid::regclass, name, '{}'
      from tables join pg_index i on i.indrelid = oid where not i.indisunique
    union all select 'written', 'table ' || name || ' ' || relfilenode, name, '{}' from tables where relkind in ('r', 'm')`);
  return rows;
}

/** The statements of a migration, without comments and the bodies of functions. */
function statementsOf(migration: string): string[] {
  return migration
    .replaceAll(/\$\$.*?\$\$/gs, "")
    .replaceAll(/--.*/g, "")
    .split(";")
    .map((statement) => statement.trim());
}

/** Whether a migration reads rows of a table to write others, which takes long in a large shop. */
function writesRows(migration: string): boolean {
  return statementsOf(migration).some(
    (statement) => /^(update|delete)\b/i.test(statement) || /^(insert|with)\b.*\bselect\b/is.test(statement),
  );
}

/** The tables that get a trigger: `create trigger` blocks their writers until the migration is committed. */
function findTriggered(migration: string): string[] {
  const tables = statementsOf(migration).map(
    (statement) => /^create (?:or replace )?(?:constraint )?trigger\b.*?\bon (\w+)/is.exec(statement)?.[1],
  );
  return [...new Set(tables.flatMap((table) => table ?? []))];
}

/**
 * The changes between two schemas that break a shop made for the first; `migration` is the SQL that led from one to the
 * other.
 */
function findTrouble(
  before: Awaited<ReturnType<typeof readSchema>>,
  after: typeof before,
  migration: string,
): string[] {
  const known = new Set(before.map(({ kind, item }) => `${kind} ${item}`));
  const stays = new Set(after.map(({ kind, item }) => `${kind} ${item}`));
  const old = new Set(before.filter(({ item }) => item.startsWith("table ")).map(({ of }) => of));
  const oldColumns = new Set(before.flatMap(({ of, columns }) => columns.map((column) => `${of}.${column}`)));
  const gone = before.filter(({ kind, item }) => kind === "there" && !stays.has(`${kind} ${item}`));
  const come = after.filter(
    ({ kind, item, of, columns }) =>
      kind !== "there" &&
      // A concurrent build blocks no statement.
      !(kind === "built" && runsOutside(migration)) &&
      old.has(of) &&
      !known.has(`${kind} ${item}`) &&
      // A shop of the previous version leaves unknown columns empty.
      (columns.length === 0 || columns.some((column) => oldColumns.has(`${of}.${column}`))),
  );
  const held = writesRows(migration) ? findTriggered(migration).filter((table) => old.has(table)) : [];
  const words: Record<string, (item: string, of: string) => string> = {
    asked: (item) => `asks for more: ${item}`,
    built: (item, of) => `holds ${of} while it is built: ${item}`,
    written: (_, of) => `is written anew: table ${of}`,
  };
  return [
    ...gone.map(({ item }) => `is gone: ${item}`),
    ...come.map(({ kind, item, of }) => words[kind]!(item, of)),
    ...held.map((table) => `holds ${table} while rows are written`),
  ].sort();
}

const emptyUrl = Object.assign(new URL(url), { pathname: `${new URL(url).pathname}_growing` });
await pool.query(`create database ${emptyUrl.pathname.slice(1)}`);
const growing = new pg.Pool({ connectionString: emptyUrl.toString() });
afterAll(() => growing.end());

test("a shop of the version before goes on while it is migrated, but for what is written down with its reason", async () => {
  await migrate(growing, folder, () => false); // the baseline alone
  const found: Record<string, string[]> = {};
  for (const name of names) {
    const before = await readSchema(growing);
    await migrate(growing, folder, (one) => one <= name);
    const text = await readFile(join(folder, name), "utf8");
    const trouble = findTrouble(before, await readSchema(growing), text);
    if (trouble.length > 0) found[name] = trouble;
  }
  const expected = Object.entries(allowed).map(([name, { findings }]) => [name, findings]);
  expect(found, "expand first (CONTRIBUTING.md), or write down here why an open shop bears it").toEqual(
    Object.fromEntries(expected),
  );
  for (const { why } of Object.values(allowed)) expect(why).toMatch(/\w+ \w+ \w+/);
});

test("what would shut an open shop is told, and what it bears is not", async () => {
  await growing.query("drop schema public cascade; create schema public");
  const steps = await mkdtemp(join(tmpdir(), "endpaper-steps-"));
  afterAll(() => rm(steps, { recursive: true }));
  let number = 0;
  const step = async (text: string) => {
    const name = `${String(++number).padStart(4, "0")}_step.sql`;
    await writeFile(join(steps, name), text);
    const before = await readSchema(growing);
    await migrate(growing, steps, (one) => one <= name);
    return findTrouble(before, await readSchema(growing), text);
  };
  await step(`create table books (id text primary key, title text, price int, pages int);
    create function count_books() returns int language sql as 'select 1';
    create table shelves (id text primary key)`);

  expect(await step("alter table books add column blurb text")).toEqual([]);
  expect(await step("alter table books add column stock int not null default 0")).toEqual([]);
  expect(await step("alter table books add column place text check (length(place) < 9)")).toEqual([]);
  expect(await step("create table reviews (id int primary key, book text not null, check (id > 0))")).toEqual([]);
  expect(await step("create or replace function count_books() returns int language sql as 'select 2'")).toEqual([]);

  expect(await step("alter table books drop column blurb")).toEqual(["is gone: column books.blurb text"]);
  expect(await step("alter table books rename column stock to copies")).toEqual([
    "is gone: column books.stock integer",
  ]);
  expect(await step("alter table books alter column pages type bigint")).toEqual([
    "is gone: column books.pages integer",
    "is written anew: table books",
  ]);
  expect(await step("alter table shelves rename to places")).toContain("is gone: table shelves");
  expect(await step("drop function count_books()")).toEqual(["is gone: function count_books() integer"]);
  expect(await step("alter table books add column isbn text not null")).toEqual([
    "asks for more: not null without a default books.isbn",
  ]);
  expect(await step("alter table books add column seen timestamptz default clock_timestamp()")).toEqual([
    "is written anew: table books",
  ]);
  expect(await step("alter table books add constraint dear check (price > 0) not valid")).toEqual([
    "asks for more: constraint books.dear CHECK ((price > 0)) NOT VALID",
  ]);
  expect(await step("create index books_by_title on books (title)")).toEqual([
    "holds books while it is built: index books_by_title",
  ]);
  const trigger = "create trigger counted after update of title on books for each row execute function count_titles()";
  await step("create function count_titles() returns trigger language plpgsql as 'begin return null; end'");
  expect(await step(`${trigger}; insert into reviews (id, book) select pages, id from books`)).toEqual([
    "holds books while rows are written",
  ]);
  expect(await step(trigger.replace("counted", "counted_alone"))).toEqual([]);
  const outside = "-- outside a transaction\n";
  expect(await step(`${outside}create index concurrently books_by_pages on books (pages)`)).toEqual([]);
  expect(await step(`${outside}create unique index concurrently one_price on books (price)`)).toEqual([
    "asks for more: unique index one_price",
  ]);
  expect(await step("create unique index books_once on books (title)")).toEqual([
    "asks for more: unique index books_once",
  ]);
});
