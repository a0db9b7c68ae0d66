/** The lines of a purchase order: the copies can be changed in a draft, and cancelled in a sent one. */
import { Link } from "react-router";

import { Money } from "#app/components/books/money.tsx";
import { detectLanguage } from "#app/display/detect-language.ts";
import { Form } from "#desk/components/forms/form.tsx";
import { deskHref } from "#desk/desk-routes.ts";
import type { ActionError } from "#desk/http/action-error.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";
import type { PurchaseOrder, PurchaseOrderLine } from "#shop/office/buying/purchase-orders.server.ts";
import { Button } from "#ui/button.tsx";
import { TextField } from "#ui/field.tsx";
import { Figure } from "#ui/figure.tsx";

interface OrderLinesProps {
  order: PurchaseOrder;
  trouble: ActionError | null;
}

export function OrderLines({ order, trouble }: OrderLinesProps) {
  const isDraft = order.sentAt === null;
  return (
    <ul className="mt-3 border-t border-line">
      {order.lines.map((line) => {
        const ofLine = trouble?.values.code === line.code ? trouble : null;
        return (
          <li key={line.code} className="flex flex-wrap items-baseline gap-x-4 gap-y-1 border-b border-line py-2">
            <span className="min-w-0 flex-1 basis-60 break-words">
              <BookOfLine line={line} />
            </span>
            <span className="basis-44">
              <span>{formatCount(line.copies, "copy", "copies")}</span>
              {line.costPaise !== null && (
                <span>
                  {" at "}
                  <Money paise={line.costPaise} />
                </span>
              )}
              {line.mrpPaise !== null && (
                <span className="block text-small text-quiet">
                  {"MRP "}
                  <Money paise={line.mrpPaise} />
                </span>
              )}
            </span>
            {!isDraft && <span className="basis-44 text-small">{describeLine(line)}</span>}
            <LineForm key={`${line.copies} ${line.cancelled} ${line.came}`} {...{ order, line, trouble: ofLine }} />
          </li>
        );
      })}
    </ul>
  );
}

/** Describes what came of a line, such as `2 came, 1 cancelled, 3 to come`. */
function describeLine({ copies, cancelled, came, toCome }: PurchaseOrderLine): string {
  const extra = came + cancelled - copies;
  return [
    came > 0 && `${came} came`,
    extra > 0 && `${extra} more than ordered`,
    cancelled > 0 && `${cancelled} cancelled`,
    toCome > 0 && `${toCome} to come`,
  ]
    .filter(Boolean)
    .join(", ");
}

function BookOfLine({ line: { bookId, title, lookupTitle, author, code } }: { line: PurchaseOrderLine }) {
  if (bookId === null || title === null)
    return (
      <>
        {lookupTitle !== null && <cite lang={detectLanguage(lookupTitle)}>{lookupTitle}</cite>}
        <Figure className="block font-semibold">{code}</Figure>
        <span className="block text-small text-quiet">Not in the shop yet</span>
      </>
    );
  return (
    <>
      <Link className="row-link" to={deskHref("/stock/books/:book", { book: bookId })}>
        <cite lang={detectLanguage(title)} className="not-italic">
          {title}
        </cite>
      </Link>
      <span className="block text-small text-quiet">{[author, code].filter(Boolean).join(", ")}</span>
    </>
  );
}

function LineForm({ order, line, trouble }: OrderLinesProps & { line: PurchaseOrderLine }) {
  const isDraft = order.sentAt === null;
  const name = line.title ?? line.lookupTitle ?? line.code;
  const field = isDraft ? "copies" : "cancelled";
  if (!isDraft && line.toCome === 0 && line.cancelled === 0) return null;
  return (
    <details open={trouble !== null}>
      <summary className="inline-flex min-h-11 items-center font-semibold text-action">
        {isDraft ? "Change" : "Cancel copies"}
        <span className="sr-only"> of {name}</span>
      </summary>
      <Form method="post" className="field-row mt-2 sm:grid-cols-[10rem_auto]">
        <input type="hidden" name="purchase" value={order.id} />
        <input type="hidden" name="code" value={line.code} />
        <TextField
          label={isDraft ? "Copies" : "Copies that do not come"}
          name={field}
          inputMode="numeric"
          autoComplete="off"
          defaultValue={trouble?.values[field] ?? String(isDraft ? line.copies : line.cancelled || line.toCome)}
          error={trouble?.errors[field]}
        />
        <p>
          <Button variant="outline" name="intent" value={isDraft ? "buying.change-line" : "buying.cancel-line"}>
            Save<span className="sr-only"> {name}</span>
          </Button>
        </p>
      </Form>
    </details>
  );
}
