/** The books of a quotation; in a draft, the copies of each can be changed. */
import { Link } from "react-router";

import { Money } from "#app/components/books/money.tsx";
import { detectLanguage } from "#app/display/detect-language.ts";
import { Form } from "#desk/components/forms/form.tsx";
import { deskHref } from "#desk/desk-routes.ts";
import type { ActionError } from "#desk/http/action-error.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";
import type { Quotation, QuotationLine } from "#shop/sales/quotations/quotation.ts";
import { Button } from "#ui/button.tsx";
import { TextField } from "#ui/field.tsx";

interface QuotedBooksProps {
  quotation: Quotation;
  isDraft: boolean;
  trouble: ActionError | null;
}

export function QuotedBooks({ quotation, isDraft, trouble }: QuotedBooksProps) {
  return (
    <ul className="mt-3 border-t border-line">
      {quotation.lines.map((line) => (
        <li key={line.bookId} className="flex flex-wrap items-baseline gap-x-4 gap-y-1 border-b border-line py-2">
          <span className="min-w-0 flex-1 basis-60 break-words">
            <Link className="row-link" to={deskHref("/stock/books/:book", { book: line.bookId })}>
              <cite lang={detectLanguage(line.title)} className="not-italic">
                {line.title}
              </cite>
            </Link>
            <span className="block text-small text-quiet">{[line.author, line.isbn13].filter(Boolean).join(", ")}</span>
          </span>
          <span className="basis-44">
            <span>{formatCount(line.copies, "copy", "copies")} at </span>
            <Money paise={line.pricePaise} />
            <span className="block text-small text-quiet">
              {"MRP "}
              <Money paise={line.mrpPaise} />
            </span>
          </span>
          {!quotation.order && (
            <span className={`basis-28 text-small ${line.available < line.copies ? "font-semibold" : "text-quiet"}`}>
              {line.available < line.copies ? `Only ${line.available} in stock` : "In stock"}
            </span>
          )}
          {isDraft && (
            <LineForm
              key={line.copies}
              id={quotation.id}
              line={line}
              trouble={trouble?.values.code === line.bookId ? trouble : null}
            />
          )}
        </li>
      ))}
    </ul>
  );
}

interface LineFormProps {
  id: number;
  line: QuotationLine;
  trouble: ActionError | null;
}

function LineForm({ id, line: { bookId, title, copies }, trouble }: LineFormProps) {
  return (
    <details open={trouble !== null}>
      <summary className="inline-flex min-h-11 items-center font-semibold text-action">
        Change<span className="sr-only"> the copies of {title}</span>
      </summary>
      <Form method="post" className="field-row mt-2 sm:grid-cols-[10rem_auto]">
        <input type="hidden" name="quotation" value={id} />
        <input type="hidden" name="code" value={bookId} />
        <TextField
          label="Copies"
          name="copies"
          inputMode="numeric"
          autoComplete="off"
          defaultValue={trouble?.values.copies ?? String(copies)}
          error={trouble?.errors.copies}
        />
        <p>
          <Button variant="outline" name="intent" value="quotations.change-line">
            Save<span className="sr-only"> {title}</span>
          </Button>
        </p>
      </Form>
    </details>
  );
}
