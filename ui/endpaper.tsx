import type { ReactNode } from "react";

import type { endpaperInks, endpaperPatterns } from "./endpaper-kinds.ts";

export type EndpaperPattern = (typeof endpaperPatterns)[number];
export type EndpaperInks = (typeof endpaperInks)[number];

interface EndpaperProps {
  pattern: EndpaperPattern;
  inks: EndpaperInks;
  /** Printed pale, so that a cover may lie on it. */
  isPale?: boolean;
  className?: string;
  children?: ReactNode;
}

/** A printed sheet. Purely ornament unless it has children, which lie on top of the print. */
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
