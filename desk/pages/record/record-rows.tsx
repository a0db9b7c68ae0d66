import { Link } from "react-router";

import { deskHref } from "#desk/desk-routes.ts";
import { longMoment } from "#shop/dates/dates.ts";

interface Row {
  number: number;
  at: string;
  who: string;
  words: string;
  subject: string;
  readerId: number | null;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  why: string;
}

/** The lines of the record; below each what was there before and after, where something was changed. */
export function RecordRows({ rows }: { rows: Row[] }) {
  return (
    <ol className="mt-6 border-t border-line">
      {rows.map((row) => (
        <li key={row.number} className="grid gap-x-4 border-b border-line py-2 sm:grid-cols-[13rem_10rem_1fr]">
          <p className="text-small text-quiet">
            <Link className="link" to={deskHref("/record/:entry", { entry: row.number })}>
              <time dateTime={row.at}>{longMoment(row.at)}</time>
            </Link>
          </p>
          <p className="font-semibold break-words">{describeWho(row.who)}</p>
          <div className="min-w-0 break-words">
            <p>{row.words}</p>
            {row.why && <p className="text-small">Why: {row.why}</p>}
            {row.readerId !== null && <p className="text-small text-quiet">About reader {row.readerId}</p>}
            <ChangedFields before={row.before} after={row.after} />
          </div>
        </li>
      ))}
    </ol>
  );
}

function describeWho(who: string): string {
  const [first = "", ...rest] = who;
  return first.toUpperCase() + rest.join("");
}

/** Fields as they were and as they became. */
export function ChangedFields({ before, after }: Pick<Row, "before" | "after">) {
  // Whose a field was is for the undo alone.
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].filter(
    (name) => name !== "field_origins",
  );
  if (names.length === 0) return null;
  return (
    <dl className="mt-1 grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 text-small wrap-anywhere text-quiet">
      {names.map((name) => (
        <div key={name} className="contents">
          <dt>{inWords(name)}</dt>
          <dd>
            {before && <del className="mr-2">{written(before[name])}</del>}
            {after && <ins className="no-underline">{written(after[name])}</ins>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** `pricePaise` is "price (paise)". */
function inWords(name: string): string {
  return name
    .replace(/_?paise$/i, " (paise)")
    .replaceAll("_", " ")
    .replaceAll(/(?<=[a-z])([A-Z])/g, " $1")
    .toLowerCase();
}

function written(value: unknown): string {
  if (value === undefined || value === null || value === "") return "nothing";
  return typeof value === "string" ? value : JSON.stringify(value);
}
