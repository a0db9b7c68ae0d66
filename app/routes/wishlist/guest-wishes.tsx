import { useEffect, useState } from "react";

import { BookCard } from "#app/components/books/book-card.tsx";
import { shelfSizes } from "#app/components/shelves/book-shelf.tsx";
import { StockLabel } from "#app/components/books/stock-label.tsx";
import { useWishes } from "#app/client/cart/use-wishes.ts";
import { href } from "#routing/href.ts";
import type { BookCard as Book } from "#shop/catalogue/books/book.ts";
import { ButtonLink } from "#ui/button.tsx";
import { EmptyWishlist } from "./empty-wishlist.tsx";

/** Wishlist of a guest: the browser stores the ids and fetches the books. */
export function GuestWishes() {
  const ids = useWishes();
  const [found, setFound] = useState<Book[] | "unreached">([]);
  const wanted = ids?.join(" ") ?? "";
  useEffect(() => {
    if (wanted === "") return;
    let isNewest = true;
    // Fetched without the router, because the router would leave the page when there is no connection.
    const find = () =>
      findCards(wanted).then(
        (cards) => isNewest && setFound(cards),
        () => isNewest && setFound((before) => (before.length > 0 ? before : "unreached")),
      );
    void find();
    addEventListener("online", find);
    return () => {
      isNewest = false;
      removeEventListener("online", find);
    };
  }, [wanted]);

  if (ids === null || ids.length === 0) {
    return (
      <EmptyWishlist>
        <p className="mt-3">
          It is saved on this device.{" "}
          <a href={href("/login", { next: href("/wishlist") })} className="link">
            Sign in
          </a>
          , and you have it on all your devices, in several lists if you wish.
        </p>
      </EmptyWishlist>
    );
  }
  const cards = found === "unreached" ? [] : found.filter(({ id }) => ids.includes(id));
  return (
    <>
      <div className="mt-6 flex flex-wrap items-center justify-between gap-x-8 gap-y-3 border-l-4 border-marigold bg-raised px-5 py-4">
        <p className="max-w-measure">
          Your wishlist is saved on this device. Sign in, and you have it on all your devices: in several lists if you
          wish, with a link for friends, and an e-mail when a book costs less.
        </p>
        <ButtonLink to={href("/login", { next: href("/wishlist") })}>Sign in</ButtonLink>
      </div>
      {found === "unreached" && (
        <p role="status" className="mt-6 max-w-measure">
          The shop cannot be reached, so your books cannot be shown at the moment. They are still saved on this device.
        </p>
      )}
      <ul className="book-shelf mt-8">
        {cards.map((book) => (
          <li key={book.id} className="flex">
            <BookCard book={book} sizes={shelfSizes[4]} heading="h2" loads="soon">
              {book.stock.state !== "sold-out" && (
                <div className="text-small">
                  <StockLabel stock={book.stock} />
                </div>
              )}
            </BookCard>
          </li>
        ))}
      </ul>
    </>
  );
}

async function findCards(ids: string): Promise<Book[]> {
  const response = await fetch(href("/wishlist/cards", { books: ids }));
  return ((await response.json()) as { cards: Book[] }).cards;
}
