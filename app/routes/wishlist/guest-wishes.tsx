import { useEffect } from "react";
import { useFetcher } from "react-router";

import { AddToCart } from "#app/components/add-to-cart.tsx";
import { WishBook } from "#app/components/wish-book.tsx";
import { WishHeart } from "#app/components/wish-heart.tsx";
import { useWishes } from "#app/visitor/wishes.ts";
import { ButtonLink } from "#ui/button.tsx";
import { EmptyWishlist } from "./empty-wishlist.tsx";
import type { loader } from "./cards.ts";

/** What the guest of this device wishes for: the browser keeps it and asks for the books. */
export function GuestWishes() {
  const ids = useWishes();
  const { data, load } = useFetcher<typeof loader>();
  const wanted = ids?.join(" ") ?? "";
  useEffect(() => {
    if (wanted !== "") void load(`/wishlist/cards?${new URLSearchParams({ books: wanted })}`);
  }, [wanted]);

  if (ids === null || ids.length === 0) {
    return (
      <EmptyWishlist>
        <p className="mt-4">
          It is kept on this device.{" "}
          <a href="/login?next=/wishlist" className="link">
            Sign in
          </a>
          , and it is on all of yours, in as many lists as you like.
        </p>
      </EmptyWishlist>
    );
  }
  const cards = data?.cards.filter(({ id }) => ids.includes(id)) ?? [];
  return (
    <>
      <div className="mt-6 flex flex-wrap items-center justify-between gap-x-8 gap-y-3 border-l-4 border-marigold bg-raised px-5 py-4">
        <p className="max-w-measure">
          Kept on this device. Sign in, and your wishlist is on all of yours: in as many lists as you like, with a link
          for friends, and a letter when a book costs less.
        </p>
        <ButtonLink to="/login?next=/wishlist">Sign in</ButtonLink>
      </div>
      <ul className="mt-2">
        {cards.map((book) => (
          <WishBook key={book.id} book={book}>
            <div className="mt-3 flex flex-wrap items-center gap-x-2">
              <AddToCart book={book} className="w-36" />
              <WishHeart book={book} />
            </div>
          </WishBook>
        ))}
      </ul>
    </>
  );
}
