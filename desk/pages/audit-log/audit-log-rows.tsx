/** Entries of the audit log, each with its changed fields before and after. */

import { Link } from "react-router";

import { UndoButton } from "#desk/components/forms/undo-button.tsx";
import { deskHref } from "#desk/desk-routes.ts";
import { longMoment } from "#shop/kernel/dates/dates.ts";
import { orderNumberPattern } from "#shop/sales/orders/placing/order-number.ts";
import type { SaidField } from "./field-words.server.ts";

interface Row {
  number: number;
  at: string;
  who: string;
  words: string;
  subject: string;
  readerId: number | null;
  /** The title of the book, if the entry is about a book. */
  book?: string | null;
  fields: SaidField[];
  why: string;
  /** Whether the row has a button that undoes the change. */
  isUndoable?: boolean;
}

/** `isAlone` is set on the page of a single entry, where the entry needs no link to that page. */
export function AuditLogRows({ rows, isAlone = false }: { rows: Row[]; isAlone?: boolean }) {
  return (
    <ol className="mt-6 border-t border-line">
      {rows.map((row) => (
        <li
          key={row.number}
          className="relative grid gap-x-4 border-b border-line py-2 sm:grid-cols-[13rem_10rem_1fr_auto]"
        >
          <p className="text-small text-quiet">
            {isAlone ? (
              <time dateTime={row.at}>{longMoment(row.at)}</time>
            ) : (
              <Link
                // The whole row leads there.
                className="row-link after:absolute after:inset-0"
                to={deskHref("/record/:entry", { entry: row.number })}
              >
                <time dateTime={row.at}>{longMoment(row.at)}</time>
              </Link>
            )}
          </p>
          <p className="font-semibold break-words">{describeWho(row.who)}</p>
          <div className="min-w-0 break-words [&_a]:relative">
            <p>
              <WordsOfRow row={row} />
            </p>
            {row.why && <p className="text-small">Why: {row.why}</p>}
            {row.readerId !== null && !row.words.includes(`reader ${row.readerId}`) && (
              <p className="text-small text-quiet">
                About{" "}
                <Link className="link" to={deskHref("/readers/:reader", { reader: row.readerId })}>
                  reader {row.readerId}
                </Link>
              </p>
            )}
            {row.book && !row.words.includes(row.book) && (
              <p className="text-small text-quiet">
                About{" "}
                <Link className="link" to={deskHref("/books/:book", { book: row.subject.split(" ")[1] })}>
                  {row.book}
                </Link>
              </p>
            )}
            <ChangedFields fields={row.fields} />
          </div>
          {row.isUndoable && (
            <div className="relative max-sm:mt-2">
              <UndoButton entry={row.number} of={row.words} />
            </div>
          )}
        </li>
      ))}
    </ol>
  );
}

/** The text of an entry; the order number or reader in it becomes a link. */
function WordsOfRow({ row: { words, subject, readerId } }: { row: Row }) {
  const [kind = "", id = ""] = subject.split(" ");
  const [name, to] =
    kind === "order" && orderNumberPattern.test(id)
      ? [id, deskHref("/orders/:number", { number: id })]
      : readerId === null
        ? ["", ""]
        : [`reader ${readerId}`, deskHref("/readers/:reader", { reader: readerId })];
  const at = name === "" ? -1 : words.indexOf(name);
  if (at === -1) return words;
  return (
    <>
      {words.slice(0, at)}
      <Link className="link" to={to}>
        {name}
      </Link>
      {words.slice(at + name.length)}
    </>
  );
}

function describeWho(who: string): string {
  const [first = "", ...rest] = who;
  return first.toUpperCase() + rest.join("");
}

/** Changed fields, before and after. */
export function ChangedFields({ fields }: Pick<Row, "fields">) {
  if (fields.length === 0) return null;
  return (
    <dl className="mt-1 grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 text-small wrap-anywhere text-quiet">
      {fields.map(({ name, before, after }) => (
        <div key={name} className="contents">
          <dt className="first-letter:uppercase">{name}</dt>
          <dd>
            {before !== null && <del className="mr-2">{before}</del>}
            {after !== null && <ins className="no-underline">{after}</ins>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
