/** Reads the catalogue for the export, as records that an import can read back. */
import type { ContributorRole } from "#shop/catalogue/fields/record-values.ts";
import { editionColumns, workColumns } from "#shop/catalogue/records/columns.ts";
import { writeAmount } from "#shop/catalogue/fields/trade-fields.ts";
import { fieldsOfRow, toRawFields } from "#shop/catalogue/fields/write-fields.ts";
import type { RawRecord } from "#shop/catalogue/fields/raw-record.ts";
import type { RawContributor, RawSubject } from "#shop/catalogue/fields/raw-values.ts";
import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";
import { inOrder } from "#db/transaction.ts";

const pageSize = 1000;

/**
 * Reads all editions by id, page by page; the next page is fetched while the current one is processed. Hidden books
 * have a delete notice. The id is the record's reference, so that another shop gets references of one kind.
 */
export async function* readCatalogue(tx: Db): AsyncGenerator<RawRecord[]> {
  const categories = await readCategoryPaths(tx);
  let next = readPage(tx, "");
  for (;;) {
    const editions = await next;
    const last = editions.at(-1);
    if (!last) return;
    const links = readLinks(tx, [...new Set(editions.map(({ workId }) => workId))]);
    next = readPage(tx, last.id);
    next.catch(() => {});
    const { people, places, subjects, series, inOtherLanguages } = await links;
    yield editions.map((edition) => {
      const { workId } = edition;
      return toRecord(edition, {
        contributors: people.get(workId),
        subjects: [
          ...(places.get(workId) ?? []).map((id): RawSubject => ({ scheme: "name", code: categories.get(id) ?? id })),
          ...(subjects.get(workId) ?? []),
        ],
        series: series.get(workId),
        inOtherLanguages: inOtherLanguages.get(workId),
      });
    });
    if (editions.length < pageSize) return;
  }
}

/** An edition with the columns of edition and work that `toRawFields` reads. */
interface Edition {
  id: string;
  workId: string;
  publisher: string;
  publisherGroup: string | null;
  /** MRPs with the day on which each takes effect. */
  laterMrps: [from: string, mrpPaise: number][];
  isListed: boolean;
  onHand: number;
}

/**
 * Reads a page of editions. The limit is inside the subquery; otherwise PostgreSQL would merge the whole stock table
 * again for every page.
 */
async function readPage(tx: Db, after: string): Promise<Edition[]> {
  const { rows } = await tx.execute<Edition>(sql`
    select b.id, b.work_id, b.publisher, house.name as publisher_group, b.is_listed,
      ${sql.columns(editionColumns, "b")}, ${sql.columns(workColumns, "w")},
      (select coalesce(jsonb_agg(jsonb_build_array(l.begins_on, l.mrp_paise) order by l.begins_on), '[]')
        from later_prices l where l.book_id = b.id) as later_mrps, coalesce(s.on_hand, 0) as on_hand
    from (select * from books where id > ${after} order by id limit ${pageSize}) b
      join works w on w.id = b.work_id
      left join stock s on s.book_id = b.id
      left join publishers imprint on imprint.id = b.publisher_id
      left join publishers house on house.id = imprint.parent_id
    order by b.id`);
  return rows;
}

/**
 * The path of each category, with at most two levels. Two levels are enough, because an import finds a category without
 * a path at the top level, or else the first one with this name.
 */
async function readCategoryPaths(tx: Db): Promise<Map<string, string>> {
  const { rows } = await tx.execute<{ id: string; path: string }>(sql`
    select c.id, concat_ws(' > ', above.name, c.name) as path
    from categories c left join categories above on above.id = c.parent_id`);
  return new Map(rows.map(({ id, path }) => [id, path]));
}

interface Person {
  workId: string;
  id: string;
  role: ContributorRole;
  name: string;
  sortName: string | null;
  otherNames: string[];
}

async function readLinks(tx: Db, works: string[]) {
  const [people, numbers, places, subjects, series, inOtherLanguages] = await inOrder([
    tx.execute<Person>(sql`
      select c.work_id, a.id, c.role, a.name, a.sort_name,
        array(select n.name from author_names n where n.author_id = a.id order by n.script) as other_names
      from work_contributors c join authors a on a.id = c.author_id
      where c.work_id = any(${works}::text[]) order by c.work_id, c.position`),
    tx.execute<{ authorId: string; scheme: string; value: string }>(sql`
      select i.author_id, i.scheme, i.value from author_identifiers i where i.scheme in ('isni', 'orcid')
        and i.author_id in (select c.author_id from work_contributors c where c.work_id = any(${works}::text[]))
      order by i.scheme, i.value`),
    tx.execute<{ workId: string; categoryId: string }>(sql`
      select work_id, category_id from work_categories
      where work_id = any(${works}::text[]) order by work_id, position`),
    tx.execute<{ workId: string; scheme: RawSubject["scheme"]; code: string }>(sql`
      select work_id, scheme, code from work_subjects
      where work_id = any(${works}::text[]) and scheme <> 'name' order by work_id, scheme, code`),
    // A record has one series: the first by id, as in the import.
    tx.execute<{ workId: string; name: string; position: string | null }>(sql`
      select distinct on (v.work_id) v.work_id, s.name, v.position from series_works v join series s on s.id = v.series_id
      where v.work_id = any(${works}::text[]) order by v.work_id, v.series_id`),
    tx.execute<{ workId: string; reference: string; isOriginal: boolean }>(sql`
      select mine.work_id, other.work_id as reference, other.is_original
      from translations mine join translations other on other.title_id = mine.title_id and other.work_id <> mine.work_id
      where mine.work_id = any(${works}::text[]) and (mine.is_original or other.is_original)
      order by mine.work_id, other.work_id`),
  ]);
  const identifiers = group(numbers.rows, "authorId", ({ scheme, value }) => ({
    scheme: scheme as "isni" | "orcid",
    value,
  }));
  return {
    people: group(people.rows, "workId", ({ id, name, sortName, otherNames, role }): RawContributor => {
      const numbers = identifiers.get(id);
      return {
        name,
        role,
        ...(otherNames.length > 0 && { otherNames }),
        ...(sortName && { sortName }),
        ...(numbers && { identifiers: numbers }),
      };
    }),
    places: group(places.rows, "workId", ({ categoryId }) => categoryId),
    inOtherLanguages: group(inOtherLanguages.rows, "workId", ({ reference, isOriginal }) => ({
      reference,
      isOriginal,
    })),
    subjects: group(subjects.rows, "workId", ({ scheme, code }): RawSubject => ({ scheme, code })),
    series: new Map(
      series.rows.map(({ workId, name, position }) => [
        workId,
        { name, ...(position !== null && { position: String(Number(position)) }) },
      ]),
    ),
  };
}

function group<Key extends string, Row extends Record<Key, string>, Value>(
  rows: Row[],
  key: Key,
  value: (row: Row) => Value,
): Map<string, Value[]> {
  const groups = new Map<string, Value[]>();
  for (const row of rows) {
    const known = groups.get(row[key]);
    if (known) known.push(value(row));
    else groups.set(row[key], [value(row)]);
  }
  return groups;
}

function toRecord(
  edition: Edition,
  links: Pick<RawRecord, "contributors" | "subjects" | "series" | "inOtherLanguages">,
): RawRecord {
  const record: RawRecord = {
    ...toRawFields(fieldsOfRow(edition)),
    place: { line: 0, record: 0 },
    reference: edition.id,
    shopId: edition.id,
    notice: edition.isListed ? undefined : "delete",
    workReference: edition.workId,
    ...links,
    publisher: edition.publisher,
    publisherGroup: edition.publisherGroup ?? undefined,
    laterMrps: edition.laterMrps.map(([from, mrpPaise]) => ({ ...writeAmount(mrpPaise), from })),
    copies: String(edition.onHand),
  };
  // Rating and number of ratings only make sense together.
  if (record.rating === undefined) delete record.ratingCount;
  return record;
}
