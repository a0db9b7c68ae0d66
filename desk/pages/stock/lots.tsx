/** The copies of a book by the deliveries that brought them, and the MRP that is planned for it. */
import { Link } from "react-router";

import { Money } from "#app/components/books/money.tsx";
import { Form } from "#desk/components/forms/form.tsx";
import { deskHref } from "#desk/desk-routes.ts";
import { shortDay } from "#shop/kernel/dates/dates.ts";
import { formatPaise } from "#shop/kernel/money/money.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";
import type { Lot } from "#shop/office/stock-room/lots/lots.server.ts";
import type { PlannedMrp } from "#shop/office/stock-room/lots/planned-mrps.server.ts";
import { bases } from "#shop/office/stock-room/terms.ts";
import { Banner } from "#ui/banner.tsx";
import { Button } from "#ui/button.tsx";

/** The lots of a book, newest first. */
export function Lots({ lots, onHand }: { lots: Lot[]; onHand: number }) {
  const older = onHand - lots.reduce((sum, { left }) => sum + left, 0);
  return (
    <section aria-labelledby="lots" className="mt-8">
      <h2 id="lots" className="text-title">
        By delivery
      </h2>
      <p className="text-small text-quiet">Oldest copies are sold first.</p>
      <ul className="mt-3 border-t border-line">
        {lots.map((lot) => (
          <li
            key={`${lot.deliveryId} ${lot.code}`}
            className="flex flex-wrap items-baseline gap-x-4 gap-y-1 border-b border-line py-2"
          >
            <span className="min-w-0 flex-1 basis-60 break-words">
              <Link className="row-link" to={deskHref("/stock/receive/:delivery", { delivery: lot.deliveryId })}>
                {lot.billNumber ? `${lot.supplier}, bill ${lot.billNumber}` : lot.supplier}
              </Link>
              <span className="block text-small text-quiet">
                {[shortDay(lot.arrivedAt), bases[lot.basis], describeReturn(lot)].filter(Boolean).join(", ")}
              </span>
            </span>
            <span className="basis-44">
              <span>{lot.costPaise === null ? "Cost unknown" : `Cost ${formatPaise(lot.costPaise)}`}</span>
              {lot.mrpPaise !== null && (
                <span className="block text-small text-quiet">
                  {"MRP "}
                  <Money paise={lot.mrpPaise} />
                </span>
              )}
            </span>
            <span className="basis-32 tabular-nums">{`${lot.left} of ${lot.copies} left`}</span>
          </li>
        ))}
        {older > 0 && (
          <li className="border-b border-line py-2">
            {`${formatCount(older, "older copy", "older copies")}, of unknown cost`}
          </li>
        )}
      </ul>
    </section>
  );
}

function describeReturn({ basis, returnUntil, left }: Lot): string {
  if (basis === "firm" || left === 0) return "";
  return returnUntil === null ? "may go back" : `may go back until ${shortDay(returnUntil)}`;
}

interface MrpPlanProps {
  book: string;
  plan: PlannedMrp;
  mayPrice: boolean;
}

/** The planned MRP, with the copies that must be sold before. */
export function MrpPlan({ book, plan: { mrpPaise, pricePaise, oldCopies }, mayPrice }: MrpPlanProps) {
  const when =
    oldCopies > 0
      ? `when the ${formatCount(oldCopies, "copy", "copies")} with the present MRP ${oldCopies === 1 ? "is" : "are"} sold`
      : "within a minute";
  return (
    <Banner variant="note" className="mt-4">
      <p>{`The MRP becomes ${formatPaise(mrpPaise)} and the price ${formatPaise(pricePaise)} ${when}.`}</p>
      {mayPrice && (
        <Form method="post">
          <input type="hidden" name="book" value={book} />
          <Button variant="quiet" className="-ml-4" name="intent" value="stock.drop-mrp-plan">
            Drop this plan
          </Button>
        </Form>
      )}
    </Banner>
  );
}
