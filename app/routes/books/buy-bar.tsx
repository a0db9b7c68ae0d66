import { Price } from "#app/components/books/price.tsx";
import type { BookCard } from "#shop/catalogue/books/book.ts";

import { BuyButton } from "./buy-button.tsx";

/** Buy button; on small screens in a bar at the foot, together with the price, which the page shows too. */
export function BuyBar({ book }: { book: Pick<BookCard, "id" | "title" | "pricePaise" | "mrpPaise"> }) {
  return (
    <div className="foot-bar">
      <div aria-hidden="true" className="foot-bar-price roomy:hidden">
        <Price pricePaise={book.pricePaise} mrpPaise={book.mrpPaise} isLarge />
      </div>
      <div className="foot-bar-button">
        <BuyButton key={book.id} book={book} />
      </div>
    </div>
  );
}
