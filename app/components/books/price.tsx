import { savingPercent } from "#shop/kernel/money/money.ts";
import { Figure } from "#ui/figure.tsx";
import { Money } from "./money.tsx";

interface Prices {
  pricePaise: number;
  mrpPaise: number;
}

/** Price of a book, followed by the MRP struck through where the two differ. */
export function Price({ pricePaise, mrpPaise, isLarge = false }: Prices & { isLarge?: boolean }) {
  return (
    <p className={`figures flex flex-wrap items-baseline gap-x-2 ${isLarge ? "gap-y-1" : ""}`}>
      <Money
        paise={pricePaise}
        className={isLarge ? "text-h2 font-semibold tracking-tight" : "text-title font-semibold"}
      />
      {mrpPaise > pricePaise && (
        <s className={`leading-none text-quiet ${isLarge ? "text-lead" : "text-small"}`}>
          <span className="sr-only">MRP </span>
          <Money paise={mrpPaise} />
        </s>
      )}
    </p>
  );
}

/** Amount and percentage saved against the MRP; nothing where price and MRP are equal. */
export function Saving({ pricePaise, mrpPaise }: Prices) {
  if (mrpPaise <= pricePaise) return null;
  return (
    <p className="figures font-semibold text-marigold-text">
      You save <Money paise={mrpPaise - pricePaise} />, <Figure>{`${savingPercent(mrpPaise, pricePaise)}%`}</Figure>
    </p>
  );
}
