/** Collects all data that the shop stores about a reader, for the download in the account. */

import { sql, type SQL } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import { href } from "#routing/href.ts";
import { isToReader } from "#shop/kernel/mail/outbox.server.ts";

/** A part of the download: the rows of one table about a reader, as an array. */
interface Part {
  heading: string;
  rows: (readerId: number) => SQL;
}

const emailOf = (readerId: number) => sql`(select lower(email) from readers where id = ${readerId})`;
const orderIds = (readerId: number) => sql`(select id from orders where reader_id = ${readerId})`;

/**
 * The queries for data with a reference to a reader, by table; a test checks that no table is missing. Left out are the
 * hashes of the password and of session cookies, which are of use only to an attacker.
 */
export const dataByReader = {
  readers: {
    heading: "account",
    rows: (id) => sql`
      select name, email, phone, picture_url as "pictureUrl", issuer as "signInWith", sub as "knownThereAs",
        created_at as "createdAt", signed_in_at as "lastSignedInAt" from readers where id = ${id}`,
  },
  email_changes: {
    heading: "newEmailToConfirm",
    rows: (id) => sql`select email, created_at as "askedAt" from email_changes where reader_id = ${id}`,
  },
  account_passwords: {
    heading: "accountPassword",
    rows: (id) => sql`
      select set_at as "setAt", tries as "wrongTries", tried_at as "lastTriedAt" from account_passwords
      where reader_id = ${id}`,
  },
  sessions: {
    heading: "devices",
    rows: (id) => sql`
      select device, created_at as "signedInAt", seen_at as "lastSeenAt" from sessions where reader_id = ${id}
      order by created_at`,
  },
  consents: {
    heading: "consents",
    rows: (id) => sql`
      select purpose, is_given as "isGiven", wording, created_at as "at" from consents where reader_id = ${id}
      order by id`,
  },
  addresses: {
    heading: "savedAddresses",
    rows: (id) => sql`
      select name, phone, address_line1 as "addressLine1", address_line2 as "addressLine2", city, pin,
        state_code as "state", is_default as "isDefault", created_at as "savedAt" from addresses
      where reader_id = ${id} order by id`,
  },
  // Without copies that friends reserved: they would spoil the surprise, and are the friends' data.
  wishlists: {
    heading: "wishlists",
    rows: (id) => sql`
      select name, secret is not null as "hasLink", tells_cheaper as "lettersWhenCheaper",
        tells_back as "lettersWhenBack", created_at as "createdAt" from wishlists where reader_id = ${id} order by id`,
  },
  wishes: {
    heading: "wishes",
    rows: (id) => sql`
      select w.title, x.book_id as "bookId", l.name as list, x.note, x.price_paise as "pricePaiseThen",
        x.told_paise as "lastToldPaise", x.told_at as "lastLetterAt", x.created_at as "wishedAt"
      from wishes x join wishlists l on l.id = x.wishlist_id join books b on b.id = x.book_id
        join works w on w.id = b.work_id
      where x.reader_id = ${id} order by x.created_at`,
  },
  carts: {
    heading: "cart",
    rows: (id) => sql`
      select w.title, l.book_id as "bookId", l.quantity, l.created_at as "addedAt", c.promotion_code as "promotionCode"
      from carts c join cart_lines l on l.cart_id = c.id join books b on b.id = l.book_id
        join works w on w.id = b.work_id
      where c.reader_id = ${id} order by l.created_at`,
  },
  orders: {
    heading: "orders",
    rows: (id) => sql`
      select o.number, o.state, o.created_at as "placedAt", o.paid_at as "paidAt", o.payment_method as "paymentMethod", o.delivery_method as "deliveryMethod", o.email, o.name, o.phone,
        o.arrives_from::text as "arrivesFrom", o.arrives_by::text as "arrivesBy",
        o.address_line1 as "addressLine1", o.address_line2 as "addressLine2", o.city, o.pin, o.state_code as "state",
        o.subtotal_paise as "subtotalPaise", o.discount_paise as "discountPaise", o.shipping_paise as "shippingPaise",
        o.total_paise as "totalPaise", o.promotion_code as "promotionCode", o.bookplate, o.business,
        (select json_agg(json_build_object('title', l.title, 'author', l.author, 'format', l.format,
          'quantity', l.quantity, 'cancelled', l.cancelled_quantity, 'unitPricePaise', l.unit_price_paise,
          'totalPaise', l.total_paise) order by l.position) from order_lines l where l.order_id = o.id) as books,
        (select json_agg(json_build_object('state', e.to_state, 'at', e.created_at) order by e.id)
          from order_events e where e.order_id = o.id) as history
      from orders o where o.reader_id = ${id} order by o.id`,
  },
  shared_plates: {
    heading: "picturesOfBookplates",
    rows: (id) => sql`
      select o.number as "orderNumber", l.title, ${href("/ex-libris/:secret", { secret: "" })} || x.secret as address, x.created_at as "madeAt"
      from shared_plates x join orders o on o.id = x.order_id
        join order_lines l on l.order_id = x.order_id and l.book_id = x.book_id
      where o.reader_id = ${id} order by x.created_at`,
  },
  payments: {
    heading: "payments",
    rows: (id) => sql`
      select p.id, o.number as "orderNumber", p.method, p.card_network as "cardNetwork", p.card_last4 as "cardLastFour",
        p.upi_handle as "upiHandle", p.status, p.amount_paise as "amountPaise", p.refunded_paise as "refundedPaise",
        p.created_at as "at"
      from payments p join orders o on o.id = p.order_id where o.reader_id = ${id} order by p.created_at`,
  },
  documents: {
    heading: "billsAndCreditNotes",
    rows: (id) => sql`
      select number, kind, issued_at as "issuedAt", content from documents where order_id in ${orderIds(id)} order by id`,
  },
  document_versions: {
    heading: "billsBeforeTheirCorrection",
    rows: (id) => sql`
      select v.number, v.replaced_at as "correctedAt", v.content from document_versions v join documents d on d.id = v.document_id
      where d.order_id in ${orderIds(id)} order by v.id`,
  },
  delivery_challans: {
    heading: "deliveryChallans",
    rows: (id) => sql`
      select number, issued_at as "issuedAt", content from delivery_challans where order_id in ${orderIds(id)} order by id`,
  },
  shipments: {
    heading: "parcels",
    rows: (id) => sql`
      select o.number as "orderNumber", s.place as parcel, s.carrier, s.tracking_number as "trackingNumber",
        s.shipped_at as "shippedAt", s.delivered_at as "deliveredAt",
        (select json_agg(json_build_object('title', l.title, 'copies', x.quantity) order by l.position)
          from shipment_lines x join order_lines l on l.order_id = x.order_id and l.position = x.line_position
          where x.order_id = s.order_id and x.place = s.place) as "partOfTheOrder"
      from shipments s join orders o on o.id = s.order_id where o.reader_id = ${id} order by s.id`,
  },
  returns: {
    heading: "returns",
    rows: (id) => sql`
      select o.number as "orderNumber", l.title, t.quantity, t.reason, t.words, t.state, t.answer, t.asked_at as "askedAt",
        t.answered_at as "answeredAt", t.received_at as "receivedAt"
      from returns t join orders o on o.id = t.order_id
        join order_lines l on l.order_id = t.order_id and l.position = t.line_position
      where o.reader_id = ${id} order by t.id`,
  },
  outbox: {
    heading: "letters",
    rows: (id) => sql`
      select kind, to_address as "to", coalesce(sent_at, created_at) as "at" from outbox
      where id in (
        select id from outbox where order_id in ${orderIds(id)}
        union select id from outbox where lower(to_address) = ${emailOf(id)}
        union select id from outbox where ${isToReader(id)})
      order by id`,
  },
  reviews: {
    heading: "reviews",
    rows: (id) => sql`
      select coalesce(w.title, 'The shop') as about, r.name as "writtenAs", r.rating, r.title, r.body as words,
        r.state, r.created_at as "at", r.changed_at as "changedAt", r.former as "beforeTheChange"
      from reviews r left join works w on w.id = r.work_id where r.reader_id = ${id} order by r.id`,
  },
  review_decisions: {
    heading: "whatTheShopDecidedAboutReviews",
    rows: (id) => sql`
      select w.title as about, d.decision, d.reason, d.made_at as "at"
      from review_decisions d join works w on w.id = d.work_id where d.reader_id = ${id} order by d.id`,
  },
} satisfies Record<string, Part>;

interface PartByEmail {
  heading: string;
  columns: SQL;
  from: (readerId: number) => SQL;
}

/**
 * The rows that only an e-mail address connects with a reader, by table: the download selects them, and deleting the
 * account deletes them. Tables with a reference to a reader have a foreign key that does so.
 */
export const dataByEmail = {
  stock_requests: {
    heading: "booksWaitedFor",
    columns: sql`book_id as "bookId", email, created_at as "askedAt", told_at as "toldAt"`,
    from: (id) => sql`from stock_requests where lower(email) = ${emailOf(id)}`,
  },
  newsletter_readers: {
    heading: "newsletter",
    columns: sql`email, asked_at as "askedAt", confirmed_at as "confirmedAt"`,
    from: (id) => sql`from newsletter_readers where lower(email) = ${emailOf(id)}`,
  },
  contact_messages: {
    heading: "messagesToTheShop",
    columns: sql`
      ticket, name, email, subject, message, answer, created_at as "writtenAt", closed_at as "answeredAt"`,
    from: (id) => sql`from contact_messages where lower(email) = ${emailOf(id)}`,
  },
  quotations: {
    heading: "quotations",
    columns: sql`
      name, email, phone, address_line1 as "addressLine1", address_line2 as "addressLine2", city, pin, state_code as "state",
      business, words, made_at as "madeAt", sent_at as "sentAt", valid_until::text as "validUntil",
      (select json_agg(json_build_object('bookId', l.book_id, 'copies', l.copies, 'pricePaise', l.price_paise))
        from quotation_lines l where l.quotation_id = quotations.id) as books`,
    from: (id) => sql`from quotations where lower(email) = ${emailOf(id)}`,
  },
  book_requests: {
    heading: "booksAskedFor",
    columns: sql`
      ticket, title, author, isbn13 as isbn, email, answer, created_at as "askedAt", closed_at as "answeredAt"`,
    from: (id) => sql`from book_requests where lower(email) = ${emailOf(id)}`,
  },
} satisfies Record<string, PartByEmail>;

/** The download: each part under its heading; `account` is empty if the reader does not exist. */
export type MyData = Record<string, unknown> & { account: object[] };

/** Reads all parts with one query. Amounts are in paise. */
export async function readMyData(db: Db, readerId: number, now: Date): Promise<MyData> {
  const { rows } = await db.execute<{ heading: string; rows: unknown }>(sql`
    ${partOf(dataByReader.readers, readerId)}
    union all ${partOf(dataByReader.email_changes, readerId)}
    union all ${partOf(dataByReader.account_passwords, readerId)}
    union all ${partOf(dataByReader.sessions, readerId)}
    union all ${partOf(dataByReader.consents, readerId)}
    union all ${partOf(dataByReader.addresses, readerId)}
    union all ${partOf(dataByReader.wishlists, readerId)}
    union all ${partOf(dataByReader.wishes, readerId)}
    union all ${partOf(dataByReader.carts, readerId)}
    union all ${partOf(dataByReader.orders, readerId)}
    union all ${partOf(dataByReader.shared_plates, readerId)}
    union all ${partOf(dataByReader.payments, readerId)}
    union all ${partOf(dataByReader.documents, readerId)}
    union all ${partOf(dataByReader.document_versions, readerId)}
    union all ${partOf(dataByReader.delivery_challans, readerId)}
    union all ${partOf(dataByReader.shipments, readerId)}
    union all ${partOf(dataByReader.returns, readerId)}
    union all ${partOf(dataByReader.outbox, readerId)}
    union all ${partOf(dataByReader.reviews, readerId)}
    union all ${partOf(dataByReader.review_decisions, readerId)}
    union all ${partByEmail(dataByEmail.stock_requests, readerId)}
    union all ${partByEmail(dataByEmail.newsletter_readers, readerId)}
    union all ${partByEmail(dataByEmail.contact_messages, readerId)}
    union all ${partByEmail(dataByEmail.quotations, readerId)}
    union all ${partByEmail(dataByEmail.book_requests, readerId)}`);
  return {
    account: [],
    about:
      "Everything this shop stores about you. Amounts are in paise: 100 paise are one rupee. If you delete your account, we keep how many parcels to pay on delivery came back, with a code made from your phone number.",
    readAt: now.toISOString(),
    ...Object.fromEntries(rows.map(({ heading, rows }) => [heading, rows])),
  };
}

/** Selects a part as one row: its heading, and its rows as a JSON array. */
function partOf({ heading, rows }: Part, readerId: number): SQL {
  return sql`select ${heading}::text as heading, (
    select coalesce(json_agg(to_jsonb(t)), '[]') from (${rows(readerId)}) t) as rows`;
}

function partByEmail({ heading, columns, from }: PartByEmail, readerId: number): SQL {
  return partOf({ heading, rows: (id) => sql`select ${columns} ${from(id)} order by id` }, readerId);
}
