import type { ReactNode } from "react";

export type BadgeVariant = "offer" | "plain";

const variants: Record<BadgeVariant, string> = {
  offer: "bg-marigold-wash text-on-wash",
  plain: "bg-chip text-ink",
};

/** Short label, not clickable. */
export function Badge({ variant = "plain", children }: { variant?: BadgeVariant; children: ReactNode }) {
  return (
    <span
      className={`inline-block rounded-sm px-2 py-0.5 text-small font-semibold whitespace-nowrap ${variants[variant]}`}
    >
      {children}
    </span>
  );
}
