/** Writes stock, orders and readers as CSV tables, page by page. */
import { isoDay } from "#shop/kernel/dates/dates.ts";
import { csvLine, digitsCell, type CsvCell } from "#shop/kernel/text/csv-cell.ts";
import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";
import { decimalRupees } from "#shop/kernel/money/decimal-rupees.ts";

const pageSize = 1000;

/** A CSV table: its number of rows, and its lines in pages, beginning with the header line. */
export interface Table {
  count: (tx: Db) => Promise<number>;
  pages: (tx: Db) => AsyncGenerator<{ text: string; rows: number }>;
}

/** The cell of each column, by column name. */
type Columns<Row> = Record<string, (row: Row) => CsvCell | null>;

/** Stock and prices of every edition. */
export const stockTable: Table = {
  count: async (tx) => countOf(await tx.execute(sql`select count(*)::int as count from books`)),
  pages: (tx) =>
    eachPage(
      (after: string) => readStock(tx, after),
      "",
      ({ id }) => id,
      stockColumns,
    ),
};

interface StockRow {
  id: string;
  isbn13: string | null;
  title: string;
  onHand: number;
  reserved: number;
  pricePaise: number;
  mrpPaise: number;
}

/**
 * Reads a page of the stock table. The limit is inside the subquery for the reason that `readPage` of
 * `read-catalogue.server.ts` gives.
 */
async function readStock(tx: Db, after: string): Promise<StockRow[]> {
  const { rows } = await tx.execute<StockRow>(sql`
    select b.id, b.isbn13, w.title, coalesce(s.on_hand, 0) as on_hand, coalesce(s.reserved, 0) as reserved,
      b.price_paise, b.mrp_paise
    from (select id, isbn13, work_id, price_paise, mrp_paise from books where id > ${after} order by id limit ${pageSize}) b
      join works w on w.id = b.work_id
      left join stock s on s.book_id = b.id
    order by b.id`);
  return rows;
}

const stockColumns: Columns<StockRow> = {
  isbn: ({ isbn13 }) => digitsCell(isbn13),
  id: ({ id }) => id,
  title: ({ title }) => title,
  on_hand: ({ onHand }) => String(onHand),
  reserved: ({ reserved }) => String(reserved),
  price: ({ pricePaise }) => decimalRupees(pricePaise),
  mrp: ({ mrpPaise }) => decimalRupees(mrpPaise),
};

/** One line for each book of each order; every line repeats the columns of the order. */
export const ordersTable: Table = {
  count: async (tx) => countOf(await tx.execute(sql`select count(*)::int as count from order_lines`)),
  pages: (tx) =>
    eachPage(
      (after: { id: string; position: number }) => readOrderLines(tx, after),
      { id: "0", position: 0 },
      ({ id, position }) => ({ id, position }),
      orderColumns,
    ),
};

interface OrderLineRow {
  id: string;
  number: string;
  state: string;
  createdAt: string;
  paidAt: string | null;
  shippedAt: string | null;
  carrier: string;
  trackingNumber: string;
  email: string;
  name: string;
  phone: string;
  addressLine1: string;
  addressLine2: string;
  city: string;
  stateCode: string;
  pin: string;
  promotionCode: string;
  subtotalPaise: string;
  orderDiscountPaise: string;
  shippingPaise: string;
  orderTotalPaise: string;
  refundedPaise: string;
  position: number;
  bookId: string;
  isbn13: string;
  title: string;
  author: string;
  format: string;
  hsn: string;
  taxClass: string;
  quantity: number;
  cancelledQuantity: number;
  unitMrpPaise: number;
  unitPricePaise: number;
  discountPaise: string;
  totalPaise: string;
}

async function readOrderLines(tx: Db, after: { id: string; position: number }): Promise<OrderLineRow[]> {
  const { rows } = await tx.execute<OrderLineRow>(sql`
    select o.id, o.number, o.state, o.created_at, o.paid_at, p.shipped_at, coalesce(p.carrier, '') as carrier,
      coalesce(p.tracking_number, '') as tracking_number, o.email, o.name, o.phone,
      o.address_line1 as "addressLine1", o.address_line2 as "addressLine2",
      o.city, o.state_code, o.pin, coalesce(o.promotion_code, '') as promotion_code, o.subtotal_paise,
      o.discount_paise as order_discount_paise, o.shipping_paise, o.total_paise as order_total_paise,
      (select coalesce(sum(r.amount_paise), 0) from refunds r where r.order_id = o.id and r.state = 'processed')
        as refunded_paise,
      l.position, l.book_id, coalesce(b.isbn13, '') as isbn13, l.title, l.author, l.format, l.hsn, l.tax_class,
      l.quantity, l.cancelled_quantity, l.unit_mrp_paise, l.unit_price_paise, l.discount_paise, l.total_paise
    from (
        select * from order_lines where (order_id, position) > (${after.id}::bigint, ${after.position}::int)
        order by order_id, position limit ${pageSize}
      ) l
      join orders o on o.id = l.order_id
      join books b on b.id = l.book_id
      -- For a book that was sent in several parcels: the last day, and all carriers and tracking numbers.
      left join lateral (
        select max(s.shipped_at) as shipped_at, string_agg(s.carrier, '; ' order by s.place) as carrier,
          string_agg(s.tracking_number, '; ' order by s.place) as tracking_number
        from shipments s where s.order_id = l.order_id and (not s.is_part or exists (select from shipment_lines x
          where x.order_id = s.order_id and x.place = s.place and x.line_position = l.position))) p on true
    order by l.order_id, l.position`);
  return rows;
}

const orderColumns: Columns<OrderLineRow> = {
  order: ({ number }) => number,
  state: ({ state }) => state,
  placed_on: ({ createdAt }) => isoDay(createdAt),
  paid_on: ({ paidAt }) => paidAt && isoDay(paidAt),
  shipped_on: ({ shippedAt }) => shippedAt && isoDay(shippedAt),
  carrier: ({ carrier }) => carrier,
  tracking_number: ({ trackingNumber }) => digitsCell(trackingNumber),
  email: ({ email }) => email,
  name: ({ name }) => name,
  phone: ({ phone }) => digitsCell(phone),
  address_line1: ({ addressLine1 }) => addressLine1,
  address_line2: ({ addressLine2 }) => addressLine2,
  city: ({ city }) => city,
  state_code: ({ stateCode }) => stateCode,
  pin: ({ pin }) => pin,
  promotion: ({ promotionCode }) => promotionCode,
  subtotal: ({ subtotalPaise }) => decimalRupees(Number(subtotalPaise)),
  discount: ({ orderDiscountPaise }) => decimalRupees(Number(orderDiscountPaise)),
  delivery: ({ shippingPaise }) => decimalRupees(Number(shippingPaise)),
  total: ({ orderTotalPaise }) => decimalRupees(Number(orderTotalPaise)),
  refunded: ({ refundedPaise }) => decimalRupees(Number(refundedPaise)),
  line: ({ position }) => String(position + 1),
  id: ({ bookId }) => bookId,
  isbn: ({ isbn13 }) => digitsCell(isbn13),
  title: ({ title }) => title,
  author: ({ author }) => author,
  format: ({ format }) => format,
  hsn: ({ hsn }) => digitsCell(hsn),
  tax_class: ({ taxClass }) => taxClass,
  copies: ({ quantity }) => String(quantity),
  cancelled_copies: ({ cancelledQuantity }) => String(cancelledQuantity),
  unit_mrp: ({ unitMrpPaise }) => decimalRupees(unitMrpPaise),
  unit_price: ({ unitPricePaise }) => decimalRupees(unitPricePaise),
  line_discount: ({ discountPaise }) => decimalRupees(Number(discountPaise)),
  line_total: ({ totalPaise }) => decimalRupees(Number(totalPaise)),
};

/** Readers with an account, without passwords, sessions and Google identities. */
export const readersTable: Table = {
  count: async (tx) => countOf(await tx.execute(sql`select count(*)::int as count from readers`)),
  pages: (tx) =>
    eachPage(
      (after: string) => readReaders(tx, after),
      "0",
      ({ id }) => id,
      readerColumns,
    ),
};

interface ReaderRow {
  id: string;
  name: string;
  email: string;
  phone: string;
  createdAt: string;
  signedInAt: string;
  orders: number;
  spentPaise: string;
  wantsReviewLetters: boolean;
}

async function readReaders(tx: Db, after: string): Promise<ReaderRow[]> {
  const { rows } = await tx.execute<ReaderRow>(sql`
    select r.id, r.name, coalesce(r.email, '') as email, coalesce(r.phone, '') as phone, r.created_at, r.signed_in_at,
      (select count(*)::int from orders o where o.reader_id = r.id and o.confirmed_at is not null) as orders,
      (select coalesce(sum(o.total_paise), 0) from orders o where o.reader_id = r.id and o.confirmed_at is not null)
        as spent_paise,
      coalesce((select c.is_given from consents c where c.reader_id = r.id and c.purpose = 'review-letters'
        order by c.id desc limit 1), false) as wants_review_letters
    from readers r where r.id > ${after}::bigint order by r.id limit ${pageSize}`);
  return rows;
}

const readerColumns: Columns<ReaderRow> = {
  name: ({ name }) => name,
  email: ({ email }) => email,
  phone: ({ phone }) => digitsCell(phone),
  joined_on: ({ createdAt }) => isoDay(createdAt),
  signed_in_on: ({ signedInAt }) => isoDay(signedInAt),
  orders: ({ orders }) => String(orders),
  spent: ({ spentPaise }) => decimalRupees(Number(spentPaise)),
  review_letters: ({ wantsReviewLetters }) => (wantsReviewLetters ? "yes" : "no"),
};

/** Pages of lines with keyset pagination. */
async function* eachPage<Row, Key>(
  read: (after: Key) => Promise<Row[]>,
  first: Key,
  keyOf: (row: Row) => Key,
  columns: Columns<Row>,
): AsyncGenerator<{ text: string; rows: number }> {
  yield { text: csvLine(Object.keys(columns)), rows: 0 };
  const cells = Object.values(columns);
  for (let after = first; ;) {
    const rows = await read(after);
    const lines = rows.map((row) => csvLine(cells.map((cell) => cell(row) ?? "")));
    if (rows.length > 0) yield { text: lines.join(""), rows: rows.length };
    const last = rows.at(-1);
    if (!last || rows.length < pageSize) return;
    after = keyOf(last);
  }
}

function countOf({ rows }: { rows: { count?: unknown }[] }): number {
  return Number(rows[0]?.count ?? 0);
}
