import { Link } from "react-router";

import { BookCover } from "#app/components/books/book-cover.tsx";
import { Money } from "#app/components/books/money.tsx";
import { detectLanguage } from "#app/display/detect-language.ts";
import { href } from "#routing/href.ts";
import type { BookCard } from "#shop/catalogue/books/book.ts";
import { ButtonLink } from "#ui/button.tsx";

interface NamedBundle {
  id: string;
  name: string;
  bookCount: number;
  /** First three books of the bundle. */
  covers: Pick<BookCard, "coverKey" | "title" | "authors">[];
  /** Price of the whole bundle, and the sum of the MRPs. */
  pricePaise: number;
  mrpPaise: number;
}

/** Bundles on the home page; `percent` is their discount, such as `up to 30%`. */
export function Bundles({ bundles, percent }: { bundles: NamedBundle[]; percent: string }) {
  if (!bundles[0]) return null;
  return (
    <section aria-labelledby="bundles-title" className="far-below page home-far">
      <div className="bg-marigold-wash px-6 py-7 text-on-wash sm:p-10 lg:grid lg:grid-cols-12 lg:gap-x-10 lg:px-14 lg:py-8">
        <div className="lg:col-span-4">
          <h2 id="bundles-title" className="flex flex-col-reverse">
            <span className="text-h2">Special Offer Book Bundles</span>
            <span className="figures mb-4 text-numeral font-[420] tracking-[-0.04em] sm:mb-5">{percent} off</span>
          </h2>
          <p className="mt-3 max-w-[24rem] max-sm:hidden">
            Some books ask for company. Buy a whole bundle and every book in it is {percent} off.
          </p>
          <ButtonLink to={href("/special-offers")} className="mt-6 max-lg:hidden">
            See the bundles
          </ButtonLink>
        </div>
        <ul className="mt-6 sm:mt-10 sm:grid sm:auto-cols-fr sm:grid-flow-col sm:gap-x-8 lg:col-span-8 lg:mt-0">
          {bundles.map((bundle) => (
            <li key={bundle.id} className="border-t border-current/20 max-sm:last:border-b sm:border-0">
              <Link
                to={`${href("/special-offers")}#${bundle.id}`}
                className="group/bundle flex min-h-11 flex-wrap items-baseline justify-between gap-x-6 py-2.5 sm:block sm:py-0"
              >
                <span aria-hidden="true" className="tied-books">
                  {bundle.covers.map((book) => (
                    <BookCover key={book.coverKey} book={book} sizes="(min-width: 640px) 128px, 18vw" />
                  ))}
                </span>
                <span
                  className="font-display text-title group-hover/bundle:underline group-hover/bundle:decoration-1 group-hover/bundle:underline-offset-4 sm:block"
                  lang={detectLanguage(bundle.name)}
                >
                  {bundle.name}
                </span>
                <span className="figures flex flex-wrap items-baseline gap-x-2 text-small sm:mt-1">
                  <span className="sm:w-full">{bundle.bookCount} books</span>
                  <strong className="text-body font-semibold">
                    <Money paise={bundle.pricePaise} />
                  </strong>
                  {bundle.mrpPaise > bundle.pricePaise && (
                    <s>
                      <span className="sr-only">MRP </span>
                      <Money paise={bundle.mrpPaise} />
                    </s>
                  )}
                </span>
              </Link>
            </li>
          ))}
        </ul>
        <ButtonLink to={href("/special-offers")} className="mt-7 sm:mt-9 lg:hidden">
          See the bundles
        </ButtonLink>
      </div>
    </section>
  );
}
