import type { ReactNode } from "react";

/** Stands open where there is room, without the line that opens it; on a phone it is closed and shows that line alone. */
export function FoldedOnPhones({
  summary,
  isOpen = false,
  children,
}: {
  summary: ReactNode;
  isOpen?: boolean;
  children: ReactNode;
}) {
  return (
    <details className="folded-on-phones" open={isOpen}>
      <summary className="inline-flex min-h-11 max-w-full items-center font-semibold text-action">
        <span className="min-w-0 break-words">{summary}</span>
      </summary>
      {children}
    </details>
  );
}
