/**
 * Finds orders by number, name, e-mail address or phone number, at a cost that does not grow with the number of orders.
 */
import { oneRow } from "#db/one-row.ts";
import type { Db } from "#db/connect.ts";
import { sql, type SQL } from "#db/sql.ts";
import { summaryColumns, toSummary, type OrderSummary, type SummaryRow } from "./order-summary.server.ts";

/**
 * A term is a word of an order's name, its e-mail address or its phone number. At most this many of the terms that
 * begin with the typed text are searched.
 */
const maxExpansions = 40;
/** When several words are typed, about this many orders with the rarest of them are examined, the newest of each term. */
const maxCandidates = 2000;
const maxWords = 6;
const minDigits = 4;
/** At most this many orders are found by the beginning of their number with one prefix. */
const maxNumbered = 1000;
/** At most this many of the newest orders are searched by the end of their number. */
const maxEndings = 2000;
/** At most this many different prefixes of order numbers are searched, in alphabetical order. */
const maxPrefixes = 20;
/** At most this many parcels are found by the beginning of a tracking number. */
const maxTracked = 50;
const lastCharacter = "\u{10FFFF}";

/**
 * Returns the newest orders, at most `limit`, that match a text. The text can be:
 * - the full number of an order, bill, credit note, parcel or payment;
 * - the beginning of an order number (`EP-` and at least three characters), of a phone number (at least four digits) or
 *   of an e-mail address;
 * - the end of the number of one of the newest 2,000 orders (at least four characters);
 * - the beginnings of words of a name.
 * The cost does not grow with the number of orders: for a name of several words, only about 2,000 of the newest orders
 * with the rarest word are examined.
 */
export async function findOrders(db: Db, text: string, limit: number): Promise<OrderSummary[]> {
  if (text.trim() === "") return [];
  const { rows } = await db.execute<SummaryRow>(sql`
    select ${summaryColumns} from orders o where o.id in (${foundOrderIds(text, limit)}) order by o.id desc limit ${limit}`);
  return rows.map(toSummary);
}

/** One slice of the orders that match a text. The first slice contains the newest orders. */
export interface FoundSlice {
  ids: string[];
  /** The slice contains all matches down to this order id; null if there are no older matches. */
  lookedTo: string | null;
  /** True if further terms may begin with the typed text; their orders are not searched. */
  hasMoreWords: boolean;
}

/** For each term, a slice examines at most this many orders. */
const maxScanned = 500;

/**
 * Reads one slice of the matching orders. If `before` is given, the slice begins with the newest order whose id is
 * lower. All slices together contain each match once, except orders that have only terms that are not searched.
 */
export async function findOrderSlice(db: Db, text: string, before: string | null): Promise<FoundSlice> {
  const isBefore = (id: SQL) => (before === null ? sql`true` : sql`${id} < ${before}::bigint`);
  const { rows } = await db.execute<{ ids: string[]; lookedTo: string | null; hasMoreWords: boolean }>(sql`
    with recursive ${wordsOf(text)},
    looked as materialized (
      select begun.term, newest.order_id
      from begun cross join lateral (
        select t.order_id from order_terms t where t.term = begun.term and ${isBefore(sql`t.order_id`)}
        order by t.order_id desc limit ${maxScanned}) newest
      where begun.term is not null),
    edge as (
      select max(full_terms.least) as id
      from (select min(order_id) as least from looked group by term having count(*) = ${maxScanned}) full_terms),
    found as (
      select l.order_id as id from looked l where ${hasOtherWords(sql`l.order_id`)}
      union select numbered.id from (${numberedOrderIds(text)}) numbered where ${isBefore(sql`numbered.id`)})
    select coalesce(array_agg(f.id::text), '{}') as ids, (select id::text from edge) as looked_to,
      (select count(*) from begun where term is not null) = ${maxExpansions} as has_more_words
    from found f where f.id >= coalesce((select id from edge), 0)`);
  return oneRow(rows);
}

/** A query for the ids of the orders that match a text, as in `findOrders`; at most `limit` for each matching term. */
function foundOrderIds(text: string, limit: number): SQL {
  return sql`
    with recursive ${wordsOf(text)},
    named as (
      select fitting.order_id
      from begun cross join lateral (
        select newest.order_id from (
          select t.order_id from order_terms t where t.term = begun.term order by t.order_id desc
          limit case when (select count(*) from typed) = 1 then ${limit}::bigint
            else greatest(${limit}::bigint, ${maxCandidates} / (select count(*) from begun where term is not null)) end) newest
        where ${hasOtherWords(sql`newest.order_id`)}
        order by newest.order_id desc limit ${limit}::bigint) fitting
      where begun.term is not null)
    ${numberedOrderIds(text)} union select order_id from named`;
}

/**
 * CTEs that parse a text: `typed` contains its words, `rarest` the rarest word, `begun` the terms that begin with
 * `rarest`.
 */
function wordsOf(text: string): SQL {
  const typed = typedIn(text);
  const term = wholeTerm(typed);
  // A phone number or an e-mail address is one term; a name has a term for each word.
  const terms =
    term === null
      ? sql`(select string_to_array(search_form(fold_text(${typed}::text)), ' '))`
      : sql`array[${term}::text]`;
  return sql`typed as (
      select word, place from unnest((${terms})[:${maxWords}]) with ordinality as typed_words (word, place) where word <> ''),
    -- The rarest of several words has the fewest orders to examine. For a single word, the orders need not be counted.
    rarest as (
      select left(word, 100) as word, place from typed
      order by case when (select count(*) from typed) = 1 then 0 else (
          select count(*) from (select from order_terms t
            where t.term >= typed.word and t.term < typed.word || ${lastCharacter} limit ${maxCandidates + 1}) counted) end,
        length(word) desc, place limit 1),
    -- Finds one term after the other by index, so the cost does not depend on the number of orders with each term.
    begun as (
      select (select min(t.term) from order_terms t
        where t.term >= rarest.word and t.term < rarest.word || ${lastCharacter}) as term, 1 as place from rarest
      union all
      select (select min(t.term) from order_terms t
        where t.term > begun.term and t.term < (select word from rarest) || ${lastCharacter}), begun.place + 1
      from begun where begun.term is not null and begun.place < ${maxExpansions})`;
}

/** Whether an order also matches the words other than the rarest. */
function hasOtherWords(orderId: SQL): SQL {
  return sql`not exists (
    select from typed join rarest on rarest.place <> typed.place
    where not exists (select from order_terms t where t.order_id = ${orderId}
      and t.term >= typed.word and t.term < typed.word || ${lastCharacter}))`;
}

/**
 * The prefixes of all order numbers: orders keep theirs when the setting changes. Finds one prefix after the other by
 * index, so the cost does not depend on the number of orders.
 */
const usedPrefixes = sql`
  with recursive used as (
    (select split_part(o.number, '-', 1) as prefix, 1 as place from orders o order by o.number limit 1)
    union all
    select (select split_part(o.number, '-', 1) from orders o
      where o.number > used.prefix || ${`-${"Z".repeat(10)}`} order by o.number limit 1), used.place + 1
    from used where used.prefix is not null and used.place < ${maxPrefixes})
  select prefix from used where prefix is not null`;

/**
 * A query for the ids of orders whose bill or payment has this number, or whose own number or tracking number begins
 * with it, or whose own number ends with it.
 */
function numberedOrderIds(text: string): SQL {
  const typed = typedIn(text);
  const upper = typed.toUpperCase();
  // A shorter text, such as `EP`, would match every order. Without the prefix, only a text with a digit is a number.
  const [, prefix, begun] =
    /^(?:([A-Z]{2,4})-|EP)([0-9A-Z]{3,10})$/.exec(upper) ?? /^()(?=.*[A-Z])(?=.*\d)([0-9A-Z]{4,10})$/.exec(upper) ?? [];
  const prefixes = prefix === "" ? usedPrefixes : sql`select ${prefix ?? "EP"}::text as prefix`;
  const ending = /^[0-9A-HJKMNP-TV-Z]{4,10}$/.test(upper) ? upper : null;
  const tracking = /^(?=.*\d)[0-9A-Z]{5,}$/.test(upper) ? upper : null;
  return sql`select own.id
    from (select prefix || ${begun ? `-${begun}` : null}::text as begun from (${prefixes}) prefixes) typed_numbers
      cross join lateral (
        select o.id from orders o where o.number >= typed_numbers.begun
          and o.number <= typed_numbers.begun || ${"Z".repeat(10)} and starts_with(o.number, typed_numbers.begun)
        order by o.number limit ${maxNumbered}) own
    union select newest.id from (select o.id, o.number from orders o order by o.id desc limit ${ending ? maxEndings : 0}) newest
      where right(newest.number, ${ending?.length ?? 0}) = ${ending}::text
    union select order_id from documents where number = ${upper}
    union select order_id from shipments where tracking_number in (${typed}, ${upper})
    union (select order_id from shipments where tracking_number >= ${tracking}::text
      and tracking_number <= ${tracking}::text || ${"Z".repeat(20)} and starts_with(tracking_number, ${tracking}::text)
      limit ${maxTracked})
    union select order_id from payments where id = ${typed}`;
}

function typedIn(text: string): string {
  return text.replaceAll("\0", "").trim().slice(0, 200);
}

/**
 * The text as a single term: an e-mail address, or a phone number without the country code of a whole number, empty when
 * it is too short to search for; null for any other text, such as a name.
 */
function wholeTerm(typed: string): string | null {
  if (typed.includes("@")) return typed.toLowerCase();
  if (!/^\+?\d[\d ()-]*$/.test(typed)) return null;
  const digits = typed.replaceAll(/\D/g, "").replace(/^(91|0)(?=\d{10}$)/, "");
  return digits.length >= minDigits ? digits.slice(0, 10) : "";
}
