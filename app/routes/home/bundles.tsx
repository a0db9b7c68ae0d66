import { Link } from "react-router";

import { languageOf } from "#app/display/language-of.ts";
import { href } from "#routing/href.ts";
import { formatPaise } from "#shop/money/money.ts";
import { ButtonLink } from "#ui/button.tsx";
import { Endpaper } from "#ui/endpaper.tsx";

interface NamedBundle {
  id: string;
  name: string;
  bookCount: number;
  pricePaise: number;
  bundlePricePaise: number;
}

/** Books that belong together, tied with string; `percent` is what they cost less, such as `up to 30%`. */
export function Bundles({ bundles, percent }: { bundles: NamedBundle[]; percent: string }) {
  if (!bundles[0]) return null;
  return (
    <section aria-labelledby="bundles-title" className="far-below page pt-8 sm:pt-16 lg:pt-32">
      <div className="grid bg-marigold-wash text-on-wash lg:grid-cols-12">
        <div className="px-6 py-7 sm:px-10 sm:py-10 lg:col-span-7 lg:py-16 lg:pl-16">
          <h2 id="bundles-title" className="flex flex-col-reverse">
            <span className="text-h2">Special Offer Book Bundles</span>
            <span className="figures mb-4 text-numeral sm:mb-5 font-[420] tracking-[-0.04em]">{percent} off</span>
          </h2>
          <p className="mt-3 max-w-[30rem] max-sm:hidden">
            Some books ask for company. Put every book of a bundle in your cart and each of them costs {percent} less.
          </p>
          <ul className="mt-6 border-t border-current/20">
            {bundles.map((bundle) => (
              <li key={bundle.id} className="border-b border-current/20">
                <Link
                  to={`${href("/special-offers")}#${bundle.id}`}
                  className="group/bundle flex min-h-11 flex-wrap items-baseline justify-between gap-x-6 py-2.5"
                >
                  <span
                    className="font-display text-title group-hover/bundle:underline group-hover/bundle:decoration-1 group-hover/bundle:underline-offset-4"
                    lang={languageOf(bundle.name)}
                  >
                    {bundle.name}
                  </span>
                  <span className="figures text-small">
                    {bundle.bookCount} books{" "}
                    <strong className="ml-2 text-body font-semibold">{formatPaise(bundle.bundlePricePaise)}</strong>{" "}
                    <s>
                      <span className="sr-only">instead of </span>
                      {formatPaise(bundle.pricePaise)}
                    </s>
                  </span>
                </Link>
              </li>
            ))}
          </ul>
          <ButtonLink to={href("/special-offers")} className="mt-7">
            See the bundles
          </ButtonLink>
        </div>
        <Endpaper pattern="scales" inks="deodar" className="min-h-64 max-sm:hidden lg:col-span-5">
          <span className="tied-stack" />
        </Endpaper>
      </div>
    </section>
  );
}
