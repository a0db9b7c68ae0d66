import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";
import { formatPaise } from "#shop/kernel/money/money.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";

/** Upper bound on the books named in the report. */
const maxNamed = 10;

interface RaisedMrp {
  title: string;
  /** Copies on hand that the import itself did not add. */
  copies: number;
  oldMrpPaise: number;
  /** Totals over all books, also those not named. */
  books: number;
  allCopies: number;
}

/**
 * A sentence for an import's report on the books whose MRP it raised while copies with the old printed MRP were on
 * hand; empty if there are none.
 */
export async function describeRaisedMrps(db: Db, importId: number): Promise<string> {
  const { rows } = await db.execute<RaisedMrp>(sql`
    with raised as (
      select b.work_id, (c.before ->> 'mrp_paise')::int as old_mrp_paise,
        s.on_hand - greatest(0, coalesce((
          select sum(m.delta) from stock_moves m where m.book_id = b.id and m.import_id = c.import_id), 0))::int as copies
      from import_changes c join books b on b.id = c.record_id join stock s on s.book_id = b.id
      where c.import_id = ${importId} and c.record = 'book' and s.on_hand > 0
        and b.mrp_paise > (c.before ->> 'mrp_paise')::int)
    select w.title, r.copies, coalesce(r.old_mrp_paise, 0) as old_mrp_paise, count(*) over ()::int as books, coalesce(sum(r.copies) over (), 0)::int as all_copies
    from raised r join works w on w.id = r.work_id where r.copies > 0
    order by r.copies desc, w.title limit ${maxNamed}`);
  const [first] = rows;
  if (!first) return "";
  const named = rows.map(
    ({ title, copies, oldMrpPaise }) =>
      `“${title}” (${formatCount(copies, "copy", "copies")} at ${formatPaise(oldMrpPaise)})`,
  );
  const more = first.books - rows.length;
  const all = formatCount(first.allCopies, "copy", "copies");
  return `The MRP of ${formatCount(first.books, "book")} was raised, but the old MRP is printed on ${all} of ${first.books === 1 ? "it" : "them"} in stock. A copy may not be sold above the MRP printed on it: ${named.join(", ")}${more > 0 ? ` and ${formatCount(more, "further book")}` : ""}.`;
}
