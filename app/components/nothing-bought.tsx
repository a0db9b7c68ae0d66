import type { ReactNode } from "react";

import { href } from "#routing/href.ts";
import { ButtonLink } from "#ui/button.tsx";
import type { EndpaperInks, EndpaperPattern } from "#ui/endpaper.tsx";
import { EmptyState } from "./empty-state.tsx";
import { guestOrderText } from "./guest-order-words.ts";

interface NothingBoughtProps {
  title: string;
  endpaper: { pattern: EndpaperPattern; inks: EndpaperInks };
  /** What will be here. */
  children: ReactNode;
}

/** Empty state of a page of purchases: how the order of a guest gets there, and where to find a first book. */
export function NothingBought({ title, endpaper, children }: NothingBoughtProps) {
  return (
    <div className="mt-8">
      <EmptyState title={title} endpaper={endpaper}>
        <p>{children}</p>
        <p className="mt-3">{guestOrderText}</p>
        <p className="mt-5 flex flex-wrap gap-3">
          <ButtonLink to={href("/best-sellers")}>See the best sellers</ButtonLink>
          <ButtonLink to={href("/reading-lists")} variant="outline">
            Reading lists
          </ButtonLink>
        </p>
      </EmptyState>
    </div>
  );
}
