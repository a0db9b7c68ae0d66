import { MoreLink } from "#app/components/section-heading.tsx";
import { href } from "#routing/href.ts";
import type { AnnouncedCode } from "#shop/sales/pricing/announced-code.ts";

import { CodeTicket } from "./code-ticket.tsx";

/** Band with the announced promotion code. */
export function PromoBand({ promotion: { code, label, isForChart, saving, off } }: { promotion: AnnouncedCode }) {
  return (
    <section aria-labelledby="promo-title" className="code-band bg-marigold-wash text-on-wash">
      <div className="page flex flex-wrap items-center gap-x-8 gap-y-3 py-6 sm:gap-y-4 lg:py-5">
        <div className="max-lg:w-full">
          <h2 id="promo-title" className="text-h3">
            {label}
          </h2>
          <p>{`${saving} ${off} with code`}</p>
        </div>
        <CodeTicket code={code} />
        {isForChart && (
          <MoreLink label="See the best sellers" to={href("/best-sellers")} className="max-sm:hidden lg:ml-auto" />
        )}
      </div>
    </section>
  );
}
