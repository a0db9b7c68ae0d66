import type { ReactNode } from "react";

import { href } from "#routing/href.ts";
import { ButtonLink } from "#ui/button.tsx";

/** What stands under a list that is too long for one page: why it ends, and the way to the rest. */
export function MoreBySearch({ children }: { children: ReactNode }) {
  return (
    <div className="mt-12 border-t border-line pt-8">
      <p className="max-w-measure">{children}</p>
      <p className="mt-5">
        <ButtonLink to={href("/search")}>Search the shop</ButtonLink>
      </p>
    </div>
  );
}
