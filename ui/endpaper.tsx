import type { ReactNode } from "react";

import type { endpaperInks, endpaperPatterns } from "./endpaper-kinds.ts";

export type EndpaperPattern = (typeof endpaperPatterns)[number];
export type EndpaperInks = (typeof endpaperInks)[number];

interface EndpaperProps {
  pattern: EndpaperPattern;
  inks: EndpaperInks;
  /** Paler print, as background for covers. */
  isPale?: boolean;
  className?: string;
  children?: ReactNode;
}

/**
 * Sheet with a printed pattern. Decorative (hidden from screen readers) unless it has children, which are shown above
 * the print.
 */
export function Endpaper({ pattern, inks, isPale = false, className = "", children }: EndpaperProps) {
  return (
    <div
      aria-hidden={children ? undefined : true}
      className={`endpaper endpaper-${pattern} inks-${inks} ${isPale ? "endpaper-pale" : ""} ${className}`}
    >
      {children}
    </div>
  );
}
