import { Link } from "react-router";

import { AuthorNames } from "#app/components/books/author-names.tsx";
import { Money } from "#app/components/books/money.tsx";
import { Price } from "#app/components/books/price.tsx";
import { detectLanguage } from "#app/display/detect-language.ts";
import { stockLabel } from "#app/display/stock-label.ts";
import { href } from "#routing/href.ts";
import type { Bundle } from "#shop/catalogue/books/bundles.server.ts";
import { Figure } from "#ui/figure.tsx";

import { AddBundle } from "./add-bundle.tsx";
import { BundleCovers } from "./bundle-covers.tsx";

/** A bundle: covers on one side, text and prices on the other; the sides alternate. */
export function BundleSpread({ bundle, place }: { bundle: Bundle; place: number }) {
  const titleId = `bundle-${bundle.id}`;
  const isTurned = place % 2 === 1;
  return (
    <article aria-labelledby={titleId} id={bundle.id} className="grid gap-y-5 lg:grid-cols-12 lg:gap-x-10">
      <BundleCovers
        books={bundle.books}
        place={place}
        className={isTurned ? "lg:order-2 lg:col-span-6 lg:col-start-7" : "lg:col-span-6"}
      />
      <div className={`lg:col-span-6 ${isTurned ? "lg:row-start-1" : ""}`}>
        <h2 id={titleId} className="text-h2" lang={detectLanguage(bundle.name)}>
          {bundle.name}
        </h2>
        <p className="mt-2 sm:text-lead">{bundle.description}</p>
        <ul className="mt-4 border-t border-line">
          {bundle.books.map((book) => (
            <li key={book.id} className="flex items-baseline justify-between gap-x-6 border-b border-line py-2">
              <div className="min-w-0">
                <h3 className="text-title" lang={book.language}>
                  <Link
                    to={href("/books/:bookId", { bookId: book.id })}
                    prefetch="intent"
                    className="quiet-link inline-block py-0.5"
                  >
                    {book.title}
                  </Link>
                </h3>
                <AuthorNames authors={book.authors} className="text-small text-quiet" />
              </div>
              <div className="shrink-0">
                <Price {...book} />
                {book.stock.state === "sold-out" && (
                  <p className="text-right text-small text-quiet">{stockLabel(book.stock)}</p>
                )}
              </div>
            </li>
          ))}
        </ul>
        <div className="mt-4 flex items-end justify-between gap-x-8 gap-y-4 max-sm:flex-wrap">
          <div>
            <p className="sr-only">Together</p>
            <Price {...bundle} isLarge />
            <BundleSaving bundle={bundle} />
          </div>
          <AddBundle bundle={bundle} />
        </div>
      </div>
    </article>
  );
}

/** Amount saved against the MRP, and what it is made of: the bundle's percentage, and prices under MRP. */
function BundleSaving({ bundle: { books, mrpPaise, pricePaise, percentOff } }: { bundle: Bundle }) {
  const isBelowMrp = books.some((book) => book.pricePaise < book.mrpPaise);
  return (
    <p className="figures font-semibold text-marigold-text">
      You save <Money paise={mrpPaise - pricePaise} />: <Figure>{`${percentOff}%`}</Figure>
      <span>{isBelowMrp ? " as a bundle, the rest under MRP" : " as a bundle"}</span>
    </p>
  );
}
