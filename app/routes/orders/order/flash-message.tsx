import { useEffect, useRef, type ReactNode } from "react";

import { Banner } from "#ui/banner.tsx";

/** What the reader's last step did. Takes the focus, as the form that was pressed may be gone. */
export function FlashMessage({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <div ref={box} tabIndex={-1} className="mt-6 max-w-measure outline-none">
      <Banner variant="note">{children}</Banner>
    </div>
  );
}
