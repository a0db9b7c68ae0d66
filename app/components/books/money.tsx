import { formatSigned } from "#shop/kernel/money/signed-amount.ts";
import { Figure } from "#ui/figure.tsx";

/** Formats an amount in rupees, in an element of its own. */
export function Money({ paise, className }: { paise: number; className?: string }) {
  const text = formatSigned(paise);
  return <Figure className={className}>{text}</Figure>;
}
