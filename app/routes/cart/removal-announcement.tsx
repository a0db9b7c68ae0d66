import type { RemovedLine } from "#shop/sales/cart/cart.ts";
import { describeRemoved } from "./cart-lines.tsx";

/**
 * Announces a removed line to screen readers; mounted outside the lines, so it also works when the cart becomes empty.
 */
export function RemovalAnnouncement({ removedLines }: { removedLines: RemovedLine | null }) {
  return (
    <p role="status" className="sr-only">
      {removedLines && describeRemoved(removedLines)}
    </p>
  );
}
