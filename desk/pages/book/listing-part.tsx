import { Form, Link } from "react-router";

import { formatNames } from "#app/display/format-names.ts";
import { deskHref } from "#desk/desk-routes.ts";
import type { DeskBook } from "#shop/books/desk-book.ts";
import { sayShown } from "#shop/books/say-shown.ts";
import { counted } from "#shop/text/counted.ts";
import { Badge } from "#ui/badge.tsx";
import { Button, ButtonLink } from "#ui/button.tsx";

/** Whether readers see a book, why not, and the buttons that change it; its copies and other editions. */
export function ListingPart({ book, shopUrl }: { book: DeskBook; shopUrl: string }) {
  const { id, isListed, isNamed, onHand, reserved, otherEditions, values } = book;
  const shown = sayShown(book);
  return (
    <section aria-label="Where it stands" className="grid gap-2">
      <p>
        {shown.words}{" "}
        {shown.isShown && (
          <a className="link whitespace-nowrap" href={`${shopUrl}/books/${id}`} rel="noreferrer">
            See its page
          </a>
        )}
      </p>
      <p className="text-quiet">
        {counted(onHand, "copy is here", "copies are here")}
        {reserved > 0 && `, ${counted(reserved, "of them is", "of them are")} held for orders`}.
        {otherEditions.length > 0 && " The work’s title, people, series, description and shelves are those of "}
        {otherEditions.map((edition, index) => (
          <span key={edition.id}>
            {index > 0 && ", "}
            <Link className="link" to={deskHref("/books/:book", { book: edition.id })}>
              the {formatNames[edition.format].toLowerCase()}
              {edition.language === values.language ? "" : ` (${edition.language})`}
            </Link>
            {!edition.isListed && " (not listed)"}
          </span>
        ))}
        {otherEditions.length > 0 && " too."}
      </p>
      <Form method="post" className="flex flex-wrap items-center gap-3">
        <ButtonLink variant="outline" to={deskHref("/books/:book/cover", { book: id })}>
          Its cover
        </ButtonLink>
        <ButtonLink variant="outline" to={deskHref("/books/:book/opening", { book: id })}>
          What it opens with
        </ButtonLink>
        <ButtonLink variant="outline" to={deskHref("/books/:book/work", { book: id })}>
          Its editions
        </ButtonLink>
        <input type="hidden" name="book" value={id} />
        {!isListed && <Badge>Not listed</Badge>}
        <Button
          variant={isListed ? "outline" : "primary"}
          name="intent"
          value={isListed ? "books.unlist" : "books.list"}
        >
          {isListed ? "Take it off the shelf" : "Let readers see it"}
        </Button>
        {!isListed && !isNamed && (
          <Button variant="danger" name="intent" value="books.delete">
            Delete it for good
          </Button>
        )}
      </Form>
      {!isListed && isNamed && (
        <p className="text-small text-quiet">
          It was sold or is part of an offer, so it stays on record and is never deleted.
        </p>
      )}
    </section>
  );
}
