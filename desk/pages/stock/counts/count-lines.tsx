/**
 * The tables of a stock count: counted books with their differences, and books that are not counted yet. Each row has a
 * form that corrects its number.
 */

import { Link } from "react-router";

import { formatNames } from "#app/display/format-names.ts";
import { detectLanguage } from "#app/display/detect-language.ts";
import { Form } from "#desk/components/forms/form.tsx";
import { deskHref } from "#desk/desk-routes.ts";
import type { ActionError } from "#desk/http/action-error.ts";
import type { SheetLine, UncountedBook } from "#shop/office/stock-room/stocktake-sheet.server.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";
import { Button } from "#ui/button.tsx";
import { TextField } from "#ui/field.tsx";
import { Figure } from "#ui/figure.tsx";
import { isKeyOf } from "#shop/kernel/text/object-keys.ts";
import type { CountPart } from "./count-parts.tsx";
import { describeNotes, inDigits } from "./describe-count.ts";

const nothing: Record<CountPart, string> = {
  all: "Nothing is counted yet. Scan the first book above.",
  different: "All counted books have the expected number of copies.",
  unknown: "All counted books are in the shop.",
  "not-counted": "All books that belong here are counted.",
};

interface CountedLinesProps {
  /** The id of the count while it is open; null after it was finished. */
  count: number | null;
  part: CountPart;
  lines: SheetLine[];
  isFirst: boolean;
  trouble: ActionError | null;
}

export function CountedLines({ count, part, lines, isFirst, trouble }: CountedLinesProps) {
  if (lines.length === 0) return <p className="mt-3">{isFirst ? nothing[part] : "There are no more."}</p>;
  return (
    <table className="desk-table desk-stacked mt-3">
      <thead>
        <tr>
          <th scope="col">Book</th>
          <th scope="col" className="text-right!">
            Expected
          </th>
          <th scope="col" className="text-right!">
            Counted
          </th>
          <th scope="col" className="text-right!">
            Difference
          </th>
          {count !== null && <th scope="col">Change</th>}
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => {
          const { code, bookId, copies, onHandThen, toPackThen } = line;
          const expected = onHandThen + toPackThen;
          const isCompared = bookId !== null && line.belongs && !line.isCorrectedSince;
          return (
            <tr key={code}>
              <th scope="row" className="text-left">
                <BookOfCount {...line} count={count} />
                {describeNotes(line).map((note) => (
                  <span key={note} className="block text-small font-normal text-quiet">
                    {note}
                  </span>
                ))}
              </th>
              <td data-label="Expected" translate="no">
                {bookId === null ? "–" : expected}
              </td>
              <td data-label="Counted" translate="no">
                {copies}
              </td>
              <td
                data-label="Difference"
                translate="no"
                className={isCompared && copies !== expected ? "font-semibold" : undefined}
              >
                {isCompared ? inDigits(copies - expected) : "–"}
              </td>
              {count !== null && (
                <td className="desk-words">
                  <NumberForm
                    key={copies}
                    count={count}
                    code={code}
                    name={line.title ?? code}
                    copies={copies}
                    trouble={trouble?.values.code === code ? trouble : null}
                  />
                </td>
              )}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

export function UncountedLines({
  count,
  books,
  trouble,
}: {
  count: number | null;
  books: UncountedBook[];
  trouble: ActionError | null;
}) {
  if (books.length === 0) return <p className="mt-3">{nothing["not-counted"]}</p>;
  return (
    <>
      <p className="mt-3 max-w-measure text-quiet">
        These books have copies in stock, but none was counted. They are not changed, unless you choose “Remove their
        copies” when you finish the count.
      </p>
      <table className="desk-table desk-stacked mt-3">
        <thead>
          <tr>
            <th scope="col">Book</th>
            <th scope="col" className="text-right!">
              Expected
            </th>
            {count !== null && <th scope="col">Change</th>}
          </tr>
        </thead>
        <tbody>
          {books.map((book) => (
            <tr key={book.bookId}>
              <th scope="row" className="text-left">
                <BookOfCount {...book} count={count} />
              </th>
              <td data-label="Expected">{book.onHand + book.toPack}</td>
              {count !== null && (
                <td className="desk-words">
                  <NumberForm
                    count={count}
                    code={book.code}
                    name={book.title}
                    copies={null}
                    trouble={trouble?.values.code === book.code ? trouble : null}
                  />
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

type BookOfCountProps = Pick<SheetLine, "code" | "bookId" | "title" | "author" | "format" | "place"> & {
  count: number | null;
};

function BookOfCount({ code, bookId, title, author, format, place, count }: BookOfCountProps) {
  if (bookId === null || title === null)
    return (
      <>
        <Figure className="block">{code}</Figure>
        <a
          className="link inline-flex min-h-11 items-center font-normal"
          href={deskHref("/books/new", { isbn: code, from: count === null ? null : `count-${count}` })}
        >
          Add this book<span className="sr-only"> {code}</span>
        </a>
      </>
    );
  return (
    <>
      <Link className="link" to={deskHref("/stock/books/:book", { book: bookId })}>
        <cite lang={detectLanguage(title)} className="not-italic">
          {title}
        </cite>
      </Link>
      <span className="block text-small font-normal text-quiet">
        {[author, format && isKeyOf(formatNames, format) && formatNames[format], code].filter(Boolean).join(", ")}
      </span>
      {place && <span className="block text-small">Place: {place}</span>}
    </>
  );
}

interface NumberFormProps {
  count: number;
  code: string;
  name: string;
  /** The counted copies; null for a book that was not counted. */
  copies: number | null;
  trouble: ActionError | null;
}

function NumberForm({ count, code, name, copies, trouble }: NumberFormProps) {
  const was = copies === null ? "" : String(copies);
  return (
    <details open={trouble !== null}>
      <summary className="-my-2.5 inline-flex min-h-11 items-center font-semibold text-action">
        <span>{copies === null ? "Enter the number" : "Change"}</span>
        <span className="sr-only"> {name}</span>
      </summary>
      <Form method="post" className="field-row mt-2 sm:grid-cols-[10rem_auto]">
        <input type="hidden" name="count" value={count} />
        <input type="hidden" name="code" value={code} />
        <input type="hidden" name="was" value={was} />
        <TextField
          label="Copies there now"
          hint={
            copies === null
              ? "0 means that no copy is there."
              : "0 means that no copy is there. If you leave it empty, the book is removed from the count."
          }
          name="copies"
          inputMode="numeric"
          autoComplete="off"
          defaultValue={trouble?.values.copies ?? was}
          error={trouble?.errors.copies}
        />
        <p>
          <Button variant="outline" name="intent" value="stock.set-count">
            Save<span className="sr-only"> {name}</span>
          </Button>
        </p>
      </Form>
      {copies !== null && (
        <p className="mt-2 text-small text-quiet">
          The new number counts from now on: {formatCount(copies, "copy was", "copies were")} counted before.
        </p>
      )}
    </details>
  );
}
