import type { ReactNode } from "react";

import { useFocusOnMount } from "#app/client/use-focus-on-mount.ts";
import { Banner } from "#ui/banner.tsx";

/** Result of the reader's last action. Takes the focus, because the submitted form may be gone. */
export function FlashMessage({ children }: { children: ReactNode }) {
  const box = useFocusOnMount<HTMLDivElement>();
  return (
    <div ref={box} tabIndex={-1} className="mt-6 max-w-measure outline-none">
      <Banner variant="note">{children}</Banner>
    </div>
  );
}
