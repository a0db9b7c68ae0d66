/**
 * The lines of a delivery. Each has forms to correct the line, to take over a new MRP, or to add a book that the shop
 * does not have.
 */

import { Link } from "react-router";
import { Money } from "#app/components/books/money.tsx";

import { formatNames } from "#app/display/format-names.ts";
import { detectLanguage } from "#app/display/detect-language.ts";
import { Form } from "#desk/components/forms/form.tsx";
import { deskHref } from "#desk/desk-routes.ts";
import type { ActionError } from "#desk/http/action-error.ts";
import type { DeliveryLine } from "#shop/office/stock-room/deliveries.server.ts";
import { formatPaise } from "#shop/kernel/money/money.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";
import { Button } from "#ui/button.tsx";
import { TextField } from "#ui/field.tsx";
import { Figure } from "#ui/figure.tsx";
import { describeOtherMrp } from "./describe-other-mrp.ts";
import { formatRupeesField } from "#desk/pages/stock/format-rupees-field.ts";
import { isKeyOf } from "#shop/kernel/text/object-keys.ts";

interface DeliveryLinesProps {
  delivery: number;
  lines: DeliveryLine[];
  trouble: ActionError | null;
  /** Whether the signed-in person may change prices. */
  mayPrice: boolean;
}

export function DeliveryLines({ delivery, lines, trouble, mayPrice }: DeliveryLinesProps) {
  return (
    <ul className="mt-3 border-t border-line">
      {lines.map((line) => (
        <li key={line.code} className="flex flex-wrap items-baseline gap-x-4 gap-y-1 border-b border-line py-2">
          <span className="min-w-0 flex-1 basis-60 break-words">
            <BookOfLine line={line} delivery={delivery} />
          </span>
          <span className="basis-44">
            <span>{formatCount(line.copies, "copy", "copies")}</span>
            {(line.costPaise ?? line.termsCostPaise) !== null && (
              <span>
                {" at "}
                <Money paise={line.costPaise ?? line.termsCostPaise ?? 0} />
              </span>
            )}
            {line.printedMrpPaise !== null && (
              <span>
                {", MRP "}
                <Money paise={line.printedMrpPaise} />
              </span>
            )}
            <span className="block text-small text-quiet">{describeShelved(line)}</span>
            {describeOtherCost(line) && <span className="block text-small">{describeOtherCost(line)}</span>}
          </span>
          <LineForm
            // The key resets the form to the saved values.
            key={`${line.copies} ${line.damaged} ${line.billed} ${line.costPaise} ${line.printedMrpPaise}`}
            delivery={delivery}
            line={line}
            trouble={trouble?.action === "stock.change-line" && trouble.values.code === line.code ? trouble : null}
          />
          <OtherMrp
            key={`${line.mrpPaise} ${line.pricePaise}`}
            delivery={delivery}
            line={line}
            trouble={trouble?.action.startsWith("stock.take-mrp") && trouble.values.code === line.code ? trouble : null}
            mayPrice={mayPrice}
          />
        </li>
      ))}
    </ul>
  );
}

function BookOfLine({ line, delivery }: { line: DeliveryLine; delivery: number }) {
  const { code, bookId, title, lookupTitle, author, format, place } = line;
  if (bookId === null || title === null)
    return (
      <>
        <Figure className="block font-semibold">{code}</Figure>
        {lookupTitle !== null && (
          <span className="block">
            Not in the shop yet: <cite lang={detectLanguage(lookupTitle)}>{lookupTitle}</cite>
          </span>
        )}
        <a
          className="link inline-flex min-h-11 items-center"
          href={deskHref("/books/new", { isbn: code, from: `delivery-${delivery}` })}
        >
          Add this book<span className="sr-only"> {code}</span>
        </a>
      </>
    );
  return (
    <>
      <Link className="row-link" to={deskHref("/stock/books/:book", { book: bookId })}>
        <cite lang={detectLanguage(title)} className="not-italic">
          {title}
        </cite>
      </Link>
      <span className="block text-small text-quiet">
        {[author, format && isKeyOf(formatNames, format) && formatNames[format], code].filter(Boolean).join(", ")}
      </span>
      {place && <span className="block text-small font-semibold">Place: {place}</span>}
    </>
  );
}

function describeShelved({ copies, shelved, damaged, billed }: DeliveryLine): string {
  const short = (billed ?? 0) - copies - damaged;
  return [
    copies > 0 &&
      (shelved === 0
        ? "not on the shelf yet"
        : shelved === copies
          ? "on the shelf"
          : `${shelved} on the shelf, ${copies - shelved} not yet`),
    damaged > 0 && `${damaged} damaged`,
    short > 0 && `${short} billed, but missing`,
  ]
    .filter(Boolean)
    .join(", ");
}

/** A note if the cost is not the one by the supplier's discount; null if it is, or if one of them is unknown. */
function describeOtherCost({ costPaise, termsCostPaise }: DeliveryLine): string | null {
  if (costPaise === null || termsCostPaise === null || costPaise === termsCostPaise) return null;
  return `By the discount it is ${formatPaise(termsCostPaise)}.`;
}

interface LineFormProps {
  delivery: number;
  line: DeliveryLine;
  trouble: ActionError | null;
}

/** Shown if the printed MRP differs from the book's MRP: a note, and the form that takes over the printed one. */
function OtherMrp({ delivery, line, trouble, mayPrice }: LineFormProps & { mayPrice: boolean }) {
  const { code, title, printedMrpPaise, mrpPaise, pricePaise, otherCopies } = line;
  const words = describeOtherMrp(line);
  if (words === null || printedMrpPaise === null || pricePaise === null) return null;
  return (
    <div className="mt-2 basis-full border-l-4 border-action pl-3">
      <p>{words}</p>
      {mayPrice ? (
        <Form method="post" className="field-row mt-2 sm:grid-cols-[10rem_auto]">
          <input type="hidden" name="delivery" value={delivery} />
          <input type="hidden" name="code" value={code} />
          <input type="hidden" name="mrp" value={printedMrpPaise} />
          <input type="hidden" name="wasMrp" value={mrpPaise ?? ""} />
          <input type="hidden" name="wasPrice" value={pricePaise} />
          <TextField
            label="Price, ₹"
            name="price"
            inputMode="decimal"
            autoComplete="off"
            defaultValue={trouble?.values.price ?? formatRupeesField(Math.min(pricePaise, printedMrpPaise))}
            error={trouble?.errors.price}
          />
          <p className="flex flex-wrap gap-3">
            <Button variant="outline" name="intent" value="stock.take-mrp">
              Make <Money paise={printedMrpPaise} /> the MRP<span className="sr-only"> of {title}</span>
            </Button>
            {otherCopies > 0 && mrpPaise !== null && printedMrpPaise > mrpPaise && (
              <Button variant="outline" name="intent" value="stock.take-mrp-later">
                When the old copies are sold<span className="sr-only">: MRP of {title}</span>
              </Button>
            )}
          </p>
        </Form>
      ) : (
        <p className="text-quiet">Staff who may change prices can take over this MRP for the book here.</p>
      )}
    </div>
  );
}

function LineForm({ delivery, line, trouble }: LineFormProps) {
  const name = line.title ?? line.code;
  return (
    <details open={trouble !== null}>
      <summary className="inline-flex min-h-11 items-center font-semibold text-action">
        Change<span className="sr-only"> {name}</span>
      </summary>
      <Form method="post" className="field-row mt-2 sm:grid-cols-[repeat(3,10rem)]">
        <input type="hidden" name="delivery" value={delivery} />
        <input type="hidden" name="code" value={line.code} />
        <input type="hidden" name="wasCopies" value={line.copies} />
        <input type="hidden" name="wasCost" value={formatRupeesField(line.costPaise)} />
        <input type="hidden" name="wasMrp" value={formatRupeesField(line.printedMrpPaise)} />
        <input type="hidden" name="wasDamaged" value={line.damaged} />
        <input type="hidden" name="wasBilled" value={line.billed ?? ""} />
        <TextField
          label="Good copies"
          name="copies"
          inputMode="numeric"
          autoComplete="off"
          defaultValue={trouble?.values.copies ?? String(line.copies)}
          error={trouble?.errors.copies}
        />
        <TextField
          label="Damaged copies"
          name="damaged"
          inputMode="numeric"
          autoComplete="off"
          defaultValue={trouble?.values.damaged ?? String(line.damaged)}
          error={trouble?.errors.damaged}
        />
        <TextField
          label="Copies on the bill"
          isOptional
          name="billed"
          inputMode="numeric"
          autoComplete="off"
          defaultValue={trouble?.values.billed ?? (line.billed === null ? "" : String(line.billed))}
          error={trouble?.errors.billed}
        />
        <TextField
          label="Cost of one, ₹"
          name="cost"
          inputMode="decimal"
          autoComplete="off"
          defaultValue={trouble?.values.cost ?? formatRupeesField(line.costPaise)}
          error={trouble?.errors.cost}
        />
        <TextField
          label="Printed MRP, ₹"
          name="mrp"
          inputMode="decimal"
          autoComplete="off"
          defaultValue={trouble?.values.mrp ?? formatRupeesField(line.printedMrpPaise)}
          error={trouble?.errors.mrp}
        />
        <p>
          <Button variant="outline" name="intent" value="stock.change-line">
            Save<span className="sr-only"> {name}</span>
          </Button>
        </p>
      </Form>
    </details>
  );
}
