import { MoreLink } from "#app/components/section-heading.tsx";
import { href } from "#routing/href.ts";
import type { PromotionRule } from "#shop/pricing/discount-line.ts";

import { CodeTicket } from "./code-ticket.tsx";

/** The paper band around the pile by the till. */
export function PromoBand({ promotion: { code, label, percentOff, appliesTo } }: { promotion: PromotionRule }) {
  const isForChart = appliesTo === "best-sellers";
  return (
    <section aria-labelledby="promo-title" className="bg-marigold-wash text-on-wash">
      <div className="page flex flex-wrap items-center gap-x-8 gap-y-3 py-5 sm:gap-y-4 sm:py-6 lg:py-5">
        <div className="max-lg:w-full">
          <h2 id="promo-title" className="text-h3">
            {label}
          </h2>
          <p>
            {percentOff}% off {isForChart ? "bestsellers" : "every book"} with code
          </p>
        </div>
        <CodeTicket code={code} />
        {isForChart && (
          <MoreLink label="Choose from the best sellers" to={href("/best-sellers")} className="lg:ml-auto" />
        )}
      </div>
    </section>
  );
}
