import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";
import { findNames, maxFoundNames } from "./find-names.server.ts";

/** A series in the desk's list. */
export interface ListedSeries {
  id: string;
  name: string;
  /** Number of its works, listed or not. */
  books: number;
}

const seriesOnPage = 50;

/**
 * One page of series by name, starting after the one with the id `after`; or, if `text` is given, the matching series,
 * best match first.
 */
export async function listSeries(
  db: Db,
  text: string,
  after: string | null,
): Promise<{ series: ListedSeries[]; next: string | null; isCut: boolean }> {
  const found = text === "" ? null : await findNames(db, "series", text);
  const columns = sql`s.id, s.name, (select count(*)::int from series_works sw where sw.series_id = s.id) as books`;
  const behind = after === null ? sql`true` : sql`s.name_key > (select name_key from series where id = ${after})`;
  const { rows } = await db.execute<ListedSeries>(
    found
      ? sql`select ${columns} from unnest(${found}::text[]) with ordinality as given (id, place)
          join series s on s.id = given.id order by given.place`
      : sql`select ${columns} from series s where ${behind} order by s.name_key limit ${seriesOnPage + 1}`,
  );
  const shown = rows.slice(0, seriesOnPage).map(({ id, name, books }) => ({ id, name, books }));
  const isCut = rows.length > seriesOnPage;
  return {
    series: shown,
    next: !found && isCut ? (shown.at(-1)?.id ?? null) : null,
    isCut: found !== null && found.length > maxFoundNames,
  };
}

/** A work of a series, represented by its main edition. */
export interface WorkOfSeries {
  workId: string;
  bookId: string;
  title: string;
  /** Its number, such as `2` or `1.5`; empty for none. */
  number: string;
  isListed: boolean;
}

/** Upper bound on the works of a series that a page shows and edits. */
export const worksOfSeriesShown = 200;

/** The works of a series in its order, at most `worksOfSeriesShown`; `isCut` is true if there are more. */
export async function listWorksOfSeries(db: Db, id: string): Promise<{ works: WorkOfSeries[]; isCut: boolean }> {
  const { rows } = await db.execute<WorkOfSeries>(sql`
    select w.id as work_id, b.id as book_id, w.title, coalesce(trim_scale(sw.position)::text, '') as number, b.is_listed
    from (select work_id, position from series_works where series_id = ${id}
        order by position, work_id limit ${worksOfSeriesShown + 1}) sw
      join works w on w.id = sw.work_id join books b on b.work_id = w.id and b.is_main
    order by sw.position, w.id`);
  return { works: rows.slice(0, worksOfSeriesShown), isCut: rows.length > worksOfSeriesShown };
}
