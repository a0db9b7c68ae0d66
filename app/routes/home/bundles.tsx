import { Link } from "react-router";

import { languageOf } from "#app/components/language-of.ts";
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

/** Books that belong together, tied with string. */
export function Bundles({ bundles }: { bundles: NamedBundle[] }) {
  return (
    <section aria-labelledby="bundles-title" className="page pt-16 lg:pt-32">
      <div className="grid bg-marigold-wash text-on-wash lg:grid-cols-12">
        <div className="px-6 py-10 sm:px-10 lg:col-span-7 lg:py-16 lg:pl-16">
          <h2 id="bundles-title" className="flex flex-col-reverse">
            <span className="text-h2">Special Offer Book Bundles</span>
            <span className="figures mb-5 text-numeral font-[420] tracking-[-0.04em]">30% off</span>
          </h2>
          <p className="mt-3 max-w-[30rem]">
            Some books ask for company. Put every book of a bundle in your cart and each of them costs 30% less.
          </p>
          <ul className="mt-6 border-t border-current/20">
            {bundles.map((bundle) => (
              <li key={bundle.id} className="border-b border-current/20">
                <Link
                  to={`/special-offers#${bundle.id}`}
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
          <ButtonLink to="/special-offers" className="mt-7">
            See the bundles
          </ButtonLink>
        </div>
        <Endpaper pattern="scales" inks="deodar" className="min-h-64 lg:col-span-5">
          <TiedStack />
        </Endpaper>
      </div>
    </section>
  );
}

function TiedStack() {
  return (
    <svg viewBox="0 0 400 320" aria-hidden="true" className="absolute inset-x-0 bottom-0 mx-auto h-[92%] max-w-[92%]">
      <g className="fill-[oklch(96%_0.015_85)]">
        <path d="M66 284h268v30H66zM88 234h238v44H88zM60 196h262v30H60zM98 152h216v38H98z" />
      </g>
      <path className="fill-[oklch(34.6%_0.086_272)]" d="M56 278h280v7H70q-7 0-7 14t7 14h266v7H56q-12 0-12-21t12-21z" />
      <path className="fill-[oklch(51.2%_0.141_32)]" d="M80 226h250v7H93q-7 0-7 21t7 21h237v7H80q-12 0-12-28t12-28z" />
      <path className="fill-[oklch(72%_0.09_30)]" d="M52 190h274v6H65q-6 0-6 14t6 14h261v6H52q-11 0-11-20t11-20z" />
      <path className="fill-[oklch(62%_0.13_62)]" d="M90 146h228v6H103q-6 0-6 19t6 19h215v6H90q-11 0-11-25t11-25z" />
      <g fill="none" strokeWidth="4" strokeLinecap="round" className="stroke-[oklch(62%_0.19_33)]">
        <path d="M203 146v174" />
        <path d="M203 144c-14-34-58-44-62-22-3 18 36 24 62 22 26 2 65-4 62-22-4-22-48-12-62 22z" />
        <path d="M203 144c-10 14-20 22-34 26M203 144c10 14 22 24 38 24" />
      </g>
    </svg>
  );
}
