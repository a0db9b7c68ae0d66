import type { Db } from "#db/connect.ts";
import { sql, type SQL } from "#db/sql.ts";
import type { Correction, MovedBy, Shelf } from "./shelf.ts";
import type { Copies } from "./stock.server.ts";

/** The stock rows of books whose copies on hand differ from those counted. */
export async function readDifferingShelves(db: Db, counted: Copies[]): Promise<Shelf[]> {
  const { rows } = await db.execute<Shelf>(sql`
    select c.book_id, coalesce(s.on_hand, 0) as on_hand, coalesce(s.reserved, 0) as reserved
    from ${countedCopies(counted)} left join stock s using (book_id)
    where coalesce(s.on_hand, 0) <> c.copies order by c.book_id`);
  return rows;
}

/**
 * Like `readDifferingShelves`, but locks the rows, in the order of ids in which orders lock them too. Rows without a
 * difference are not locked, so that orders can go on.
 */
export async function lockDifferingShelves(tx: Db, counted: Copies[]): Promise<Shelf[]> {
  await tx.execute(sql`
    insert into stock (book_id) select c.book_id from ${countedCopies(counted)}
    where not exists (select from stock s where s.book_id = c.book_id) order by c.book_id on conflict do nothing`);
  const { rows } = await tx.execute<Shelf>(sql`
    select s.book_id, s.on_hand, s.reserved from stock s join ${countedCopies(counted)} using (book_id)
    where s.on_hand <> c.copies order by s.book_id for update of s`);
  return rows;
}

/** The stock of books; no copies for books without a row. */
export async function readShelves(db: Db, bookIds: string[]): Promise<Shelf[]> {
  if (bookIds.length === 0) return [];
  const { rows } = await db.execute<Shelf>(sql`
    select c.book_id, coalesce(s.on_hand, 0) as on_hand, coalesce(s.reserved, 0) as reserved
    from unnest(${bookIds}::text[]) as c (book_id) left join stock s using (book_id)`);
  return rows;
}

/** Adds the missing stock rows of books. */
export async function addShelves(tx: Db, bookIds: string[]): Promise<void> {
  await tx.execute(sql`
    insert into stock (book_id) select c.book_id from unnest(${bookIds}::text[]) as c (book_id)
    where not exists (select from stock s where s.book_id = c.book_id) order by c.book_id on conflict do nothing`);
}

/** The stock rows of books, locked in the order of ids. */
export async function lockShelves(tx: Db, bookIds: string[]): Promise<Shelf[]> {
  const { rows } = await tx.execute<Shelf>(sql`
    select book_id, on_hand, reserved from stock where book_id = any(${bookIds}::text[]) order by book_id for update`);
  return rows;
}

/**
 * Corrects the copies on hand in stock rows that the caller has locked; none may fall below the reserved copies.
 * `importId` is the import that counted them, or null if a person or program did, which `by` then names.
 */
export async function correctCopies(
  tx: Db,
  corrections: Correction[],
  { importId, now, ...by }: { importId: number | null; now: Date } & MovedBy,
): Promise<void> {
  if (corrections.length === 0) return;
  const bookIds = corrections.map(({ bookId }) => bookId);
  const deltas = corrections.map(({ delta }) => delta);
  await tx.execute(sql`
    with corrected as (
      update stock s set on_hand = s.on_hand + given.delta
      from unnest(${bookIds}::text[], ${deltas}::int[]) as given (book_id, delta) where s.book_id = given.book_id
      returning s.book_id, given.delta)
    insert into stock_moves (book_id, delta, cause, import_id, created_at, staff_id, program, reason)
    select book_id, delta, 'correction', ${importId}, ${now}, ${by.staffId ?? null}::bigint, ${by.program ?? ""},
      ${by.reason ?? ""} from corrected`);
}

function countedCopies(counted: Copies[]): SQL {
  const bookIds = counted.map(({ bookId }) => bookId);
  const quantities = counted.map(({ quantity }) => quantity);
  return sql`unnest(${bookIds}::text[], ${quantities}::int[]) as c (book_id, copies)`;
}
