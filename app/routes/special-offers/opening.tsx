import { MoreLink } from "#app/components/section-heading.tsx";
import { href } from "#routing/href.ts";
import type { Bundle } from "#shop/catalogue/books/bundles.server.ts";
import type { AnnouncedCode } from "#shop/sales/pricing/announced-code.ts";
import { Endpaper } from "#ui/endpaper.tsx";

/** Title of the page on its endpaper, next to the promotion code and its rules. */
export function Opening({ promotion, bundles }: { promotion: AnnouncedCode | null; bundles: Bundle[] }) {
  const percents = new Set(bundles.map((bundle) => bundle.percentOff));
  const off = percents.size === 1 ? `${[...percents][0]}% off` : "cheaper";
  return (
    <div className="grid lg:grid-cols-12">
      <Endpaper
        pattern="jaal"
        inks="rose"
        className={`flex items-end p-2 sm:p-6 sm:pt-24 lg:pt-28 ${promotion ? "lg:col-span-7" : "lg:col-span-12"}`}
      >
        <div className="label max-w-[31rem] px-4 py-3 sm:px-9 sm:py-8">
          <h1 className="text-h1">Special offers</h1>
          <p className="mt-1.5 sm:mt-3 sm:text-lead">
            {bundles.length > 0
              ? `Some books ask for company. Buy a whole bundle and every book in it is ${off}.`
              : "What costs less than usual in the shop, and why."}
          </p>
        </div>
      </Endpaper>
      {promotion && <Ticket promotion={promotion} />}
    </div>
  );
}

function Ticket({ promotion: { code, label, isForChart, saving, effect, withBundles } }: { promotion: AnnouncedCode }) {
  return (
    <section
      aria-labelledby="code-title"
      className="gap-x-12 bg-marigold-wash px-4 py-3.5 text-on-wash sm:grid sm:grid-cols-[auto_1fr] sm:px-10 sm:py-9 lg:col-span-5 lg:flex lg:flex-col lg:justify-center lg:py-12"
    >
      <h2
        id="code-title"
        className="flex flex-row-reverse items-baseline justify-end gap-x-3 sm:flex-col-reverse sm:self-start"
      >
        <span className="max-sm:text-title sm:text-h3">{label}</span>
        <span className="figures tracking-[-0.04em] whitespace-nowrap max-sm:text-h2 sm:mb-5 sm:text-numeral sm:font-[420]">
          {saving}
        </span>
      </h2>
      <div>
        <p className="mt-1.5 sm:mt-3 sm:max-lg:mt-0">
          Enter{" "}
          <strong className="mx-0.5 inline-block rounded-sm border border-dashed px-2 py-0.5 font-bold tracking-[0.04em]">
            {code}
          </strong>{" "}
          in your cart and {effect}.
        </p>
        <p className="mt-1.5 text-small sm:mt-3">
          {isForChart && (
            <span>{"The code works on the books that are on our page of best sellers when you order. "}</span>
          )}
          {withBundles}
        </p>
        {isForChart && (
          <MoreLink label="See the best sellers" to={href("/best-sellers")} className="max-sm:-mb-2 sm:mt-2" />
        )}
      </div>
    </section>
  );
}
