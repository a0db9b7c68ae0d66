import { Money } from "#app/components/books/money.tsx";
import { withMinus } from "#shop/kernel/money/signed-amount.ts";
import { marginOf, type Sums } from "#shop/office/reports/sales-groupings.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";

/** Sentences about the margin (sales minus the cost of the copies), and about how many copies have a known cost. */
export function MarginWords({ total }: { total: Sums }) {
  const margin = marginOf(total);
  const copies = formatCount(total.soldCopies, "copy", "copies");
  if (!margin)
    return (
      <p className="mt-2 max-w-measure text-quiet">
        The margin is not known: none of these {copies} had a known cost when it was sold. The cost comes from
        deliveries and imported files.
      </p>
    );
  return (
    <p className="mt-2 max-w-measure">
      Without tax these are <Money paise={total.netPaise} />. The margin is{" "}
      <strong className="font-semibold">
        <Money paise={margin.paise} />
        {margin.percent !== null && ` (${withMinus(margin.percent.toFixed(1))}%)`}
      </strong>
      , for {total.knownCopies} of {copies} (those with a known cost when they were sold):{" "}
      <Money paise={total.knownNetPaise} /> without tax, minus a cost of <Money paise={total.knownCostPaise} />.
      Returned copies count as stock again.
    </p>
  );
}
