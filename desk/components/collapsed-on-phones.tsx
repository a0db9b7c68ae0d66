import type { ReactNode } from "react";

/** Content that is collapsed below its summary on phones, and always visible, without the summary, on wider screens. */
export function CollapsedOnPhones({
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
