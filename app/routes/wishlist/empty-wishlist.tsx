import type { ReactNode } from "react";

import { EmptyState } from "#app/components/empty-state.tsx";
import { href } from "#routing/href.ts";
import { ButtonLink } from "#ui/button.tsx";
import { HeartIcon } from "#ui/icons.tsx";

/** Empty wishlist, with an explanation of how to add books. */
export function EmptyWishlist({ children }: { children?: ReactNode }) {
  return (
    <div className="mt-8">
      <EmptyState title="Nothing on your wishlist yet" endpaper={{ pattern: "jaal", inks: "rose" }}>
        <p>
          Press the heart <HeartIcon className="inline size-6 align-[-0.2em] text-action" /> on a book you would like to
          read, and it waits for you here.
        </p>
        {children}
        <p className="mt-5 flex flex-wrap gap-3">
          <ButtonLink to={href("/best-sellers")}>See the best sellers</ButtonLink>
          <ButtonLink to={href("/categories")} variant="outline">
            Browse the shelves
          </ButtonLink>
        </p>
      </EmptyState>
    </div>
  );
}
