import type { ReactNode } from "react";

import { href } from "#routing/href.ts";
import { ButtonLink } from "#ui/button.tsx";
import { Endpaper } from "#ui/endpaper.tsx";
import { HeartIcon } from "#ui/icons.tsx";

/** Empty wishlist, with an explanation of how to add books. */
export function EmptyWishlist({ children }: { children?: ReactNode }) {
  return (
    <Endpaper pattern="jaal" inks="rose" className="mt-8 grid px-4 py-14 sm:px-10 sm:py-20 lg:py-28">
      <div className="label max-w-measure px-7 py-9 sm:px-12 sm:py-12">
        <h2 className="text-h2">Nothing on your wishlist yet</h2>
        <p className="mt-4 text-lead">
          Press the heart <HeartIcon className="inline size-6 align-[-0.2em] text-action" /> on a book you would like to
          read, and it waits for you here.
        </p>
        {children}
        <p className="mt-7 flex flex-wrap gap-3">
          <ButtonLink to={href("/best-sellers")}>See the best sellers</ButtonLink>
          <ButtonLink to={href("/categories")} variant="outline">
            Browse the shelves
          </ButtonLink>
        </p>
      </div>
    </Endpaper>
  );
}
