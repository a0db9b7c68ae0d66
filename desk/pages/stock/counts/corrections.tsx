import { Link } from "react-router";

import { Money } from "#app/components/books/money.tsx";
import { detectLanguage } from "#app/display/detect-language.ts";
import { orderedLabels, Pager } from "#desk/components/pager.tsx";
import { deskHref } from "#desk/desk-routes.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";
import type { PlannedCorrection } from "#shop/office/stock-room/finish-stocktake.server.ts";
import { inDigits } from "./describe-count.ts";

interface CorrectionsProps {
  corrections: PlannedCorrection[];
  /** Links to the first and the next page. */
  newest: string | null;
  older: string | null;
}

/** A table of the copies that finishing a count adds or removes, with their value. */
export function Corrections({ corrections, newest, older }: CorrectionsProps) {
  return (
    <section aria-labelledby="corrections">
      <h2 id="corrections" className="text-title">
        Corrections
      </h2>
      <table className="desk-table desk-stacked mt-3">
        <thead>
          <tr>
            <th scope="col">Book</th>
            <th scope="col" className="text-right!">
              Copies
            </th>
            <th scope="col" className="text-right!">
              Value
            </th>
          </tr>
        </thead>
        <tbody>
          {corrections.map(({ bookId, title, author, isbn13, delta, missing, worthPaise, ...rest }) => (
            <tr key={bookId}>
              <th scope="row" className="text-left">
                <Link className="link" to={deskHref("/stock/books/:book", { book: bookId })}>
                  <cite lang={detectLanguage(title)} className="not-italic">
                    {title}
                  </cite>
                </Link>
                <span className="block text-small font-normal text-quiet">
                  {[author, isbn13, rest.isGone && "not found"].filter(Boolean).join(", ")}
                </span>
                {missing > 0 && (
                  <span className="block text-small text-vermilion">
                    {formatCount(missing, "more copy is", "more copies are")} missing for orders
                  </span>
                )}
              </th>
              <td data-label="Copies">{inDigits(delta)}</td>
              <td data-label="Value">
                <span>
                  <Money paise={Math.abs(worthPaise)} />
                  {!rest.isAtCost && <span className="block text-small text-quiet">at its price</span>}
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="mt-2 text-small text-quiet">
        The value is the cost of a copy, or its price if the cost is not known.
      </p>
      <Pager words={orderedLabels} newest={newest} older={older} />
    </section>
  );
}
