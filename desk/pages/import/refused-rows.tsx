import type { Refusals, RefusedRows } from "#shop/catalogue/uploads/read-refusals.server.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";

/** The first rows that an import left out, by reason, each reason with the way to mend it. */
export function RefusedRowsList({ groups, shown }: Refusals) {
  if (groups.length === 0) return null;
  return (
    <section aria-labelledby="left-out" className="mt-6">
      <h3 id="left-out" className="font-semibold">
        {shown === 20 ? "The first 20 rows that were left out" : "Rows that were left out"}
      </h3>
      <ul className="mt-2 border-t border-line">
        {groups.map((group) => (
          <Group key={group.rows[0]?.line} {...group} />
        ))}
      </ul>
    </section>
  );
}

function Group({ field, rows }: RefusedRows) {
  const [first] = rows;
  if (!first) return null;
  const isSame = rows.every(({ reason }) => reason === first.reason);
  return (
    <li className="border-b border-line py-3 break-words">
      <p>
        {rows.length > 1 && <span className="font-semibold">{formatCount(rows.length, "row")}: </span>}
        {isSame ? first.reason : ""}
      </p>
      <ul className="mt-1 text-small">
        {rows.map(({ line, name, reason }) => (
          <li key={line}>
            Row <span className="tabular-nums">{line}</span>, {name}
            {!isSame && <span className="text-quiet">. {reason}</span>}
          </li>
        ))}
      </ul>
      <p className="mt-1 text-small text-quiet">{describeCure(field, first.reason)}</p>
    </li>
  );
}

/** One way to bring such rows in. */
function describeCure(field: string, reason: string): string {
  if (/no price/.test(reason))
    return "Write the MRP into the file, or give “MRP for books without one”, and import the file again.";
  if (/exchange rate/.test(reason)) return "Import the file again with an exchange rate.";
  if (reason.startsWith("The shop has no book")) return "Import the file as “Books” to add them.";
  if (field === "isbn")
    return "Correct the ISBN in the file, or match the column with your item codes, and import the file again.";
  return "Correct the rows in the file, and import it again.";
}
