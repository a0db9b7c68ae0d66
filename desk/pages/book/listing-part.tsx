/**
 * The part of a book's page that hides, shows or deletes the book, with its stock, other editions and related pages.
 */

import { Link } from "react-router";

import { formatNames } from "#app/display/format-names.ts";
import { Form } from "#desk/components/forms/form.tsx";
import { deskHref } from "#desk/desk-routes.ts";
import type { DeskBook } from "#shop/catalogue/editing/form/desk-book.ts";
import { describeVisibility } from "#shop/catalogue/editing/form/describe-visibility.ts";
import { longDay } from "#shop/kernel/dates/dates.ts";
import { formatPaise } from "#shop/kernel/money/money.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";

export function ListingPart({ book, shopUrl }: { book: DeskBook; shopUrl: string }) {
  const { id, isListed, isNamed, onHand, reserved, laterMrps, otherEditions, values } = book;
  const shown = describeVisibility(book);
  return (
    <section aria-label="Status" className="grid gap-3">
      <Form method="post" className="desk-card flex flex-wrap items-center gap-3 p-3">
        <p className="min-w-0 flex-1 basis-64">
          {!isListed && (
            <>
              <Badge>Hidden</Badge>{" "}
            </>
          )}
          {shown.words}{" "}
          {shown.isShown && (
            <a className="link whitespace-nowrap" href={`${shopUrl}/books/${id}`} rel="noreferrer">
              See its page
            </a>
          )}
        </p>
        <input type="hidden" name="book" value={id} />
        <Button
          variant={isListed ? "outline" : "primary"}
          name="intent"
          value={isListed ? "books.unlist" : "books.list"}
        >
          {isListed ? "Hide it from readers" : "Show it to readers"}
        </Button>
      </Form>
      <p className="text-quiet">
        {formatCount(onHand, "copy on hand", "copies on hand")}
        {reserved > 0 && `, ${formatCount(reserved, "of them is", "of them are")} reserved for orders`}.
        {laterMrps.map(
          ({ beginsOn, mrpPaise }) =>
            ` From ${longDay(beginsOn)} on, the MRP is ${formatPaise(mrpPaise)}, according to an import file.`,
        )}
        {otherEditions.length > 0 && " It shares title, people, series, description and categories with "}
        {otherEditions.map((edition, index) => (
          <span key={edition.id}>
            {index > 0 && ", "}
            <Link className="link" to={deskHref("/books/:book", { book: edition.id })}>
              the {formatNames[edition.format].toLowerCase() || "edition"}
              {edition.language === values.language ? "" : ` (${edition.language})`}
            </Link>
            {!edition.isListed && " (hidden)"}
          </span>
        ))}
        {otherEditions.length > 0 && " too."}
      </p>
      <p className="flex flex-wrap gap-x-5">
        <Link className="link inline-flex min-h-11 items-center" to={deskHref("/books/:book/cover", { book: id })}>
          Cover
        </Link>
        <Link className="link inline-flex min-h-11 items-center" to={deskHref("/books/:book/opening", { book: id })}>
          Opening pages
        </Link>
        <Link className="link inline-flex min-h-11 items-center" to={deskHref("/books/:book/work", { book: id })}>
          Editions
        </Link>
        <Link className="link inline-flex min-h-11 items-center" to={deskHref("/stock/books/:book", { book: id })}>
          Copies
        </Link>
      </p>
      {!isListed && isNamed && (
        <p className="text-small text-quiet">
          It cannot be deleted, because an order, an offer, a review, a wishlist or a request refers to it.
        </p>
      )}
      {!isListed && !isNamed && <Deletion book={book} />}
    </section>
  );
}

/** The form that deletes a book. It is folded, so that deleting takes two steps. */
function Deletion({ book: { id, onHand, values } }: { book: DeskBook }) {
  return (
    <details>
      <summary className="inline-flex min-h-11 items-center font-semibold text-action">Delete this book</summary>
      <Form method="post" className="grid max-w-measure gap-3 pt-1 pb-4">
        <input type="hidden" name="book" value={id} />
        <p className="text-quiet">
          {onHand > 0 && `${formatCount(onHand, "copy on hand is", "copies on hand are")} deleted with it. `}
          Its prices, cover, opening pages and positions on lists are deleted too. You can undo this for 30 days on the
          page History.
        </p>
        <p>
          <Button variant="danger" name="intent" value="books.delete">
            Delete “{values.title}”
          </Button>
        </p>
      </Form>
    </details>
  );
}
