import { detectLanguage } from "#app/display/detect-language.ts";
import { Form } from "#desk/components/forms/form.tsx";
import type { PackingLine } from "#shop/sales/orders/parcels/pack-order.server.ts";
import { Button } from "#ui/button.tsx";
import { Figure } from "#ui/figure.tsx";

interface PackingLinesProps {
  number: string;
  lines: PackingLine[];
  /** Whether the parcel can still be changed. */
  isOpen: boolean;
}

/** The books of a parcel, with a tick if all copies are packed. A book without a bar code is packed by a button. */
export function PackingLines({ number, lines, isOpen }: PackingLinesProps) {
  return (
    <ul className="mt-4 border-t border-line">
      {lines
        .filter(({ wanted, packed }) => wanted > 0 || packed > 0)
        .map(({ position, title, author, format, isbn13, place, wanted, packed }) => (
          <li key={position} className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line py-2">
            {packed === wanted && (
              <span aria-hidden="true" className="text-title text-leaf">
                ✓
              </span>
            )}
            <span className="min-w-0 flex-1 basis-52 break-words">
              <cite lang={detectLanguage(title)}>{title}</cite>
              <span className="block text-small text-quiet">
                <span>{[`by ${author}`, format].filter(Boolean).join(", ")}</span>,{" "}
                {isbn13 ? <Figure>{isbn13}</Figure> : <span>no ISBN</span>}
              </span>
              {place && <span className="block text-small font-semibold">Place: {place}</span>}
              {packed > wanted && (
                <strong className="block text-vermilion">
                  <Figure>{packed - wanted}</Figure> too many in the parcel, because copies were cancelled. Take them
                  out.
                </strong>
              )}
            </span>
            <strong translate="no" className="tabular-nums">
              {`${packed} of ${wanted}`}
            </strong>
            {isOpen && (
              <Form method="post" className="flex gap-2">
                <input type="hidden" name="order" value={number} />
                <input type="hidden" name="position" value={position} />
                {packed < wanted && (
                  <Button variant="outline" name="intent" value="parcels.scan">
                    Pack one<span className="sr-only"> of {title}</span>
                  </Button>
                )}
                {packed > 0 && (
                  <Button variant="quiet" name="intent" value="parcels.take-out">
                    Take out<span className="sr-only"> {title}</span>
                  </Button>
                )}
              </Form>
            )}
          </li>
        ))}
    </ul>
  );
}
