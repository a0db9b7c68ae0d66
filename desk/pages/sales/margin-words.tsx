import { Money } from "#app/components/books/money.tsx";
import { withMinus } from "#shop/kernel/money/signed-amount.ts";
import { marginOf, type Sums } from "#shop/office/reports/sales-groupings.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";

/** The margin of sales over the cost of the copies, and for how many copies the cost is known. */
export function MarginWords({ total }: { total: Sums }) {
  const margin = marginOf(total);
  const copies = formatCount(total.soldCopies, "copy", "copies");
  if (!margin)
    return (
      <p className="mt-2 max-w-measure text-quiet">
        There is no margin: the cost of none of these {copies} was known when they were sold. It comes from deliveries
        and from imported files.
      </p>
    );
  return (
    <p className="mt-2 max-w-measure">
      Without tax these are <Money paise={total.netPaise} />. The margin is{" "}
      <strong className="font-semibold">
        <Money paise={margin.paise} />
        {margin.percent !== null && ` (${withMinus(margin.percent.toFixed(1))}%)`}
      </strong>
      , for {total.knownCopies} of {copies} whose cost was known when they were sold:{" "}
      <Money paise={total.knownNetPaise} /> without tax, less <Money paise={total.knownCostPaise} /> that they cost. A
      copy that came back counts as in stock again.
    </p>
  );
}
