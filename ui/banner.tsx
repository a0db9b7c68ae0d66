import type { ReactNode } from "react";

import { AlertIcon, CheckIcon } from "./icons.tsx";

export type BannerVariant = "error" | "success" | "note";

const variants: Record<BannerVariant, string> = {
  error: "border-vermilion text-vermilion",
  success: "border-leaf text-leaf",
  note: "border-marigold text-marigold-text",
};

/** Message in the page. Screen readers announce an error at once, other messages politely. */
export function Banner({
  variant,
  children,
  className = "",
}: {
  variant: BannerVariant;
  children: ReactNode;
  className?: string;
}) {
  return (
    <div
      role={variant === "error" ? "alert" : "status"}
      className={`flex gap-3 border-l-4 bg-raised px-4 py-3 ${variants[variant]} ${className}`}
    >
      {variant === "success" ? <CheckIcon /> : <AlertIcon />}
      <div className="min-w-0 self-center wrap-anywhere text-ink">{children}</div>
    </div>
  );
}
