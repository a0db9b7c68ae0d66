import { lazy, Suspense, type ReactNode } from "react";

import { useShop } from "#app/components/frame/use-shop.ts";

/** Only a shop without books shows it, so no first visit to another loads it. */
const OpeningSoon = lazy(() => import("#app/components/opening-soon.tsx"));

/** In a shop without any book the same words wherever books would be, else what the page has to say. */
export function UnlessEmpty({ children }: { children: ReactNode }) {
  return useShop()?.isEmpty ? (
    <Suspense>
      <OpeningSoon />
    </Suspense>
  ) : (
    children
  );
}
