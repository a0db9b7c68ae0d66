import { Link } from "react-router";

import { href } from "#routing/href.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";

/** The shop as a place to collect an order. */
export interface CollectionOffer {
  isChosen: boolean;
  /** Whether the bill must have the address of the buyer. */
  withAddress: boolean;
  /** The name and address of the shop, line by line. */
  place: string[];
  hours: string;
  /** Days for which the books are kept. */
  keptDays: number;
}

const choice =
  "flex min-h-11 items-center rounded-sm border border-edge bg-raised px-4 py-2.5 font-semibold hover:border-action aria-[current]:border-action aria-[current]:ring-1 aria-[current]:ring-action";

/** The choice between delivery and collection at the shop; each is a link, so that it works without JavaScript. */
export function CollectionChoice({ isChosen, withAddress, place, hours, keptDays }: CollectionOffer) {
  const [name, ...address] = place;
  const link = (words: string, collect: "yes" | null) => (
    <Link
      to={href("/cart", { collect })}
      replace
      preventScrollReset
      aria-current={isChosen === (collect === "yes") ? "true" : undefined}
      className={choice}
    >
      {words}
    </Link>
  );
  return (
    <div className="mb-8">
      <nav aria-label="Delivery or collection" className="grid gap-3 sm:grid-cols-2">
        {link("Deliver it", null)}
        {link("Collect it at the shop", "yes")}
      </nav>
      {isChosen && (
        <div className="mt-4 border-l-4 border-line pl-4">
          <address className="not-italic">
            <span className="block font-semibold">{name}</span>
            {address.map((line) => (
              <span key={line} className="block">
                {line}
              </span>
            ))}
          </address>
          <p className="mt-1 text-small text-quiet">{hours}</p>
          <p className="mt-2 text-small text-quiet">
            {`We write to you when your books are here, and keep them for ${formatCount(keptDays, "day")}.`}
          </p>
          <input type="hidden" name="collect" value="yes" />
          {withAddress && <input type="hidden" name="withAddress" value="yes" />}
        </div>
      )}
    </div>
  );
}
