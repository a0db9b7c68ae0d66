import { lazy, Suspense, type ReactNode } from "react";

import { useShop } from "#app/components/frame/use-shop.ts";

/** Loaded only in a shop without books, so that it costs other shops nothing. */
const OpeningSoon = lazy(() => import("#app/components/opening-soon.tsx"));

/** Replaces `children` by the opening announcement in a shop without books. */
export function UnlessEmpty({ children }: { children: ReactNode }) {
  return useShop()?.isEmpty ? (
    <Suspense>
      <OpeningSoon />
    </Suspense>
  ) : (
    children
  );
}
