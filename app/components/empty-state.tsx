import type { ReactNode } from "react";

import { Endpaper } from "#ui/endpaper.tsx";

import type { EndpaperTheme } from "#app/display/pick-endpaper.ts";

interface EmptyStateProps {
  title: string;
  /** `h1` where the page has no other. */
  heading?: "h1" | "h2";
  endpaper?: EndpaperTheme;
  children: ReactNode;
}

/** Empty state: a label on a patterned background with a title and advice. */
export function EmptyState({
  title,
  heading: Heading = "h2",
  endpaper = { pattern: "buti", inks: "rose" },
  children,
}: EmptyStateProps) {
  return (
    <Endpaper {...endpaper} className="grid place-items-center px-4 py-10 sm:py-14">
      <div className="label max-w-narrow px-8 py-9 sm:px-10">
        <Heading className="text-h3">{title}</Heading>
        <div className="mt-3">{children}</div>
      </div>
    </Endpaper>
  );
}
