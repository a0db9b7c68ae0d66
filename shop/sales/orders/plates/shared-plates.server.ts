/** Pictures of bookplates that readers make to send. Each has a secret address until the reader takes it away. */
import { drawPlateShare } from "#covers/draw-plate-share.ts";
import { renderPng } from "#covers/raster.server.ts";
import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";
import { newSecret } from "#shop/kernel/security/secret.server.ts";
import { ownedBy, type OrderViewer } from "#shop/sales/orders/find-order.server.ts";
import type { Services } from "#shop/services.ts";
import { drawEmblems } from "./draw-plates.server.ts";
import { plateBookJson } from "./find-plates.server.ts";
import type { PlateBook, PlatePrint, PlateWords } from "./plate-words.ts";

/** A book of a paid order, with its bookplate. */
export interface BoughtPlate {
  author: string;
  /** Null for none. */
  words: PlateWords | null;
  /** The year of the order in India. */
  year: string;
  book: PlateBook;
  /** The secret of the address of its picture; null until the reader makes one. */
  secret: string | null;
}

/** Which book, and who asks. */
export interface PlateQuery {
  number: string;
  bookId: string;
  by: OrderViewer;
}

/** Finds a book of a paid order and its bookplate, if the viewer may see the order; else null. */
export async function findBoughtPlate(db: Db, { number, bookId, by }: PlateQuery): Promise<BoughtPlate | null> {
  const { rows } = await db.execute<BoughtPlate>(sql`
    select l.author, o.bookplate as words, to_char(o.created_at at time zone 'Asia/Kolkata', 'YYYY') as year,
      ${plateBookJson} as book, s.secret
    from orders o join order_lines l on l.order_id = o.id join books b on b.id = l.book_id
      left join shared_plates s on s.order_id = o.id and s.book_id = l.book_id
    where o.number = ${number} and l.book_id = ${bookId} and o.confirmed_at is not null
      and l.quantity > l.cancelled_quantity and ${ownedBy(by)}`);
  return rows[0] ?? null;
}

/** Draws and stores the picture of a bookplate, unless there is one; returns its secret, or null without a bookplate. */
export async function sharePlate(
  { db, now, settings }: Pick<Services, "db" | "now" | "settings">,
  query: PlateQuery,
  printOf: (book: PlateBook) => PlatePrint,
): Promise<string | null> {
  const plate = await findBoughtPlate(db, query);
  if (!plate?.words) return null;
  if (plate.secret !== null) return plate.secret;
  const { book, author, year, words } = plate;
  const emblem = (await drawEmblems(db, [book])).get(book.workId);
  const svg = drawPlateShare(words, { title: book.title, author, year, emblem }, printOf(book), settings.name);
  const picture = await renderPng(svg);
  // Locks the order: one whose personal data is being erased gets no picture.
  await db.execute(sql`
    with owned as materialized (
      select o.id from orders o where o.number = ${query.number} and o.bookplate is not null and ${ownedBy(query.by)}
      for share)
    insert into shared_plates (secret, order_id, book_id, picture, created_at)
      select ${newSecret()}::text, id, ${query.bookId}::text, ${picture}::bytea, ${now().toISOString()}::timestamptz from owned
      on conflict (order_id, book_id) do nothing`);
  return (await findBoughtPlate(db, query))?.secret ?? null;
}

/** Deletes the picture of a bookplate, if the viewer may see the order. */
export async function takeBackPlate(db: Db, { number, bookId, by }: PlateQuery): Promise<void> {
  await db.execute(sql`
    delete from shared_plates s using orders o
    where o.id = s.order_id and o.number = ${number} and s.book_id = ${bookId} and ${ownedBy(by)}`);
}

/** What the page of a sent picture says; null if it was taken away. */
export async function findSharedPlate(
  db: Db,
  secret: string,
): Promise<{ title: string; author: string; bookId: string; words: PlateWords } | null> {
  const { rows } = await db.execute<{ title: string; author: string; bookId: string; words: PlateWords }>(sql`
    select l.title, l.author, l.book_id, o.bookplate as words
    from shared_plates s join orders o on o.id = s.order_id
      join order_lines l on l.order_id = s.order_id and l.book_id = s.book_id
    where s.secret = ${secret} and o.bookplate is not null`);
  return rows[0] ?? null;
}

/** Reads the PNG of a sent picture; null if it was taken away. */
export async function readSharedPicture(db: Db, secret: string): Promise<Buffer | null> {
  const { rows } = await db.execute<{ picture: Buffer }>(
    sql`select picture from shared_plates where secret = ${secret}`,
  );
  return rows[0]?.picture ?? null;
}
