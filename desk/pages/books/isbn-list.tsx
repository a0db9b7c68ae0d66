import { Link } from "react-router";

import { Form } from "#desk/components/forms/form.tsx";
import { deskHref } from "#desk/desk-routes.ts";
import type { ActionError } from "#desk/http/action-error.ts";
import { readTypedIsbn } from "#shop/catalogue/search/read-isbn.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";
import { Banner } from "#ui/banner.tsx";
import { Button } from "#ui/button.tsx";
import { TextArea } from "#ui/field.tsx";

const maxNamed = 30;

/** Form that looks up books by a list of ISBNs or item codes. */
export function IsbnListForm({ trouble }: { trouble: ActionError | null }) {
  return (
    <details open={trouble !== null} className="desk-isbns">
      <summary className="inline-flex min-h-11 items-center font-semibold text-action">
        Find by a list of ISBNs or item codes
      </summary>
      <Form method="post" className="desk-card mb-3 grid gap-3 px-4 py-3">
        <TextArea
          label="ISBNs or item codes"
          hint="One on each line, or with commas between them"
          name="isbns"
          rows={6}
          defaultValue={trouble?.values.isbns ?? ""}
          error={trouble?.errors.isbns ?? null}
        />
        <p>
          <Button variant="outline" name="intent" value="books.select">
            Find these books
          </Button>
        </p>
      </Form>
    </details>
  );
}

/** Names what a list had that is not in the shop. */
export function UnknownIsbns({ found, unknown }: { found: number; unknown: string[] }) {
  if (unknown.length === 0) return null;
  return (
    <Banner variant="note" className="mt-4">
      <p>
        {formatCount(found, "book")} of the list {found === 1 ? "is" : "are"} in the shop. Not found:
      </p>
      <ul className="mt-2 flex flex-wrap gap-x-4 tabular-nums">
        {unknown.slice(0, maxNamed).map((isbn) => (
          <li key={isbn}>
            {readTypedIsbn(isbn)?.isbn13 ? (
              <Link className="link" to={deskHref("/books/new", { isbn })}>
                {isbn}
              </Link>
            ) : (
              `${isbn} (no ISBN or item code)`
            )}
          </li>
        ))}
        {unknown.length > maxNamed && <li>and {formatCount(unknown.length - maxNamed, "other")}</li>}
      </ul>
    </Banner>
  );
}
