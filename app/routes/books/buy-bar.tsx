import { useEffect, useRef, useState } from "react";

import { Price } from "#app/components/books/price.tsx";
import type { BookCard } from "#shop/catalogue/books/book.ts";

import { BuyButton } from "./buy-button.tsx";

interface BuyBarProps {
  book: Pick<BookCard, "id" | "title" | "pricePaise" | "mrpPaise">;
  /** Whether the button stays in its place on the page while that is in view. */
  hasPlace?: boolean;
}

/** Buy button; on small screens in a bar at the foot, together with the price, which the page shows too. */
export function BuyBar({ book, hasPlace = false }: BuyBarProps) {
  const place = useRef<HTMLDivElement>(null);
  const [isInPlace, setIsInPlace] = useState(false);

  useEffect(() => {
    if (!hasPlace || !place.current) return;
    // Less the header and the price above the button, and the bar, which could lie over the place.
    const rootMargin = "-160px 0px -76px";
    const observer = new IntersectionObserver((entries) => setIsInPlace(entries.at(-1)?.isIntersecting ?? false), {
      rootMargin,
      threshold: 1,
    });
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [hasPlace]);

  return (
    <div ref={place} className={hasPlace ? "foot-bar-place" : "contents"}>
      <div className={isInPlace ? "foot-bar foot-bar-in-place" : "foot-bar"}>
        <div aria-hidden="true" className="foot-bar-price roomy:hidden">
          <Price pricePaise={book.pricePaise} mrpPaise={book.mrpPaise} isLarge />
        </div>
        <div className="foot-bar-button">
          <BuyButton key={book.id} book={book} />
        </div>
      </div>
    </div>
  );
}
