import type { ReactNode } from "react";

export type BadgeTone = "offer" | "plain";

const tones: Record<BadgeTone, string> = {
  offer: "bg-marigold-wash text-on-wash",
  plain: "bg-chip text-ink",
};

/** A word or two about a thing, not pressable. */
export function Badge({ tone = "plain", children }: { tone?: BadgeTone; children: ReactNode }) {
  return (
    <span className={`inline-block rounded-sm px-2 py-0.5 text-small font-semibold whitespace-nowrap ${tones[tone]}`}>
      {children}
    </span>
  );
}
