/** The preview of a bulk change: each book before and after, and the button that applies it. */
import { Link } from "react-router";

import { detectLanguage } from "#app/display/detect-language.ts";
import { Form } from "#desk/components/forms/form.tsx";
import { deskHref } from "#desk/desk-routes.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";
import { Button } from "#ui/button.tsx";
import { setChoice, type BulkChoice } from "./read-bulk-change.ts";

interface PreviewProps {
  preview: {
    version: string;
    changing: number;
    leftOut: number;
    isLeftOutOnly: boolean;
    page: number;
    pages: number;
    /**
     * The value of each book before and after the change. If `after` is null, the book is skipped; `leftOut` says why.
     */
    rows: { id: string; title: string; before: string; after: string | null; leftOut: string | null }[];
  };
  /** The filters and the change, as query values. */
  set: Record<string, string>;
  choice: BulkChoice;
  after: string | null;
  /** The number of books in the slices before this one. */
  done: number;
}

export function Preview({ preview, set, choice, after, done }: PreviewProps) {
  const chosen = setChoice(choice);
  const asked = { ...set, ...chosen, after, done: done || null };
  return (
    <section aria-labelledby="preview" className="mt-6">
      <h2 id="preview" className="text-title">
        {preview.changing === 0
          ? "Nothing would be changed"
          : `${formatCount(preview.changing, "book")} would be changed`}
      </h2>
      {preview.leftOut > 0 && (
        <p className="mt-2">
          {formatCount(preview.leftOut, "book is", "books are")} skipped.{" "}
          <Link
            className="link"
            to={deskHref("/books/change", { ...asked, only: preview.isLeftOutOnly ? null : "left-out" })}
          >
            {preview.isLeftOutOnly ? "Show all books" : "Show only the skipped books"}
          </Link>
        </p>
      )}
      {preview.changing > 0 && (
        <Form method="post" className="mt-3">
          {Object.entries({ ...set, ...chosen, version: preview.version, after: after ?? "", done: String(done) }).map(
            ([name, value]) => (
              <input key={name} type="hidden" name={name} value={value} />
            ),
          )}
          <Button name="intent" value="books.change-many">
            Change {formatCount(preview.changing, "book")}
          </Button>
        </Form>
      )}
      <table className="desk-table mt-4">
        <thead className="max-sm:sr-only">
          <tr>
            <th scope="col">Book</th>
            <th scope="col">Now</th>
            <th scope="col">After the change</th>
          </tr>
        </thead>
        <tbody>
          {preview.rows.map(({ id, title, before, after, leftOut }) => (
            <tr
              key={id}
              className="max-sm:grid max-sm:grid-cols-2 max-sm:border-b max-sm:border-line max-sm:*:border-b-0!"
            >
              <td className="max-sm:col-span-2">
                <Link className="link" lang={detectLanguage(title)} to={deskHref("/books/:book", { book: id })}>
                  {title}
                </Link>
              </td>
              <td className={`max-sm:pt-0! ${figuresClass(before)}`}>{before}</td>
              {after === null ? (
                <td className="text-quiet max-sm:pt-0!">Skipped: {leftOut}</td>
              ) : (
                <td className={`max-sm:pt-0! ${figuresClass(after)}`}>{after}</td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      {preview.pages > 1 && (
        <p className="mt-4 flex flex-wrap items-center gap-x-4">
          Page {preview.page} of {preview.pages}
          {(
            [
              ["Previous", preview.page - 1],
              ["Next", preview.page + 1],
            ] as const
          ).map(
            ([word, page]) =>
              page >= 1 &&
              page <= preview.pages && (
                <Link
                  key={word}
                  className="link inline-flex min-h-11 items-center"
                  to={deskHref("/books/change", {
                    ...asked,
                    only: preview.isLeftOutOnly ? "left-out" : null,
                    page,
                  })}
                >
                  {word}
                </Link>
              ),
          )}
        </p>
      )}
    </section>
  );
}

/** The class of a table cell: category names may wrap, prices may not. */
const figuresClass = (words: string) => (words.includes("₹") ? "tabular-nums" : "");
