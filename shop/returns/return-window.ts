import { orderStates, type OrderState } from "#shop/orders/order-state.ts";
import type { OrderReturn } from "#shop/orders/return-labels.ts";
import type { StorePolicies } from "#shop/services.ts";

const dayMs = 24 * 60 * 60 * 1000;
/** India is five and a half hours ahead of UTC all year. */
const indiaMs = 5.5 * 60 * 60 * 1000;

/** What of an order decides whether its books may be sent back. */
interface SentOrder {
  state: OrderState;
  lines: { quantity: number; cancelled: number }[];
  moves: { state: OrderState; at: string }[];
  returns: Pick<OrderReturn, "position" | "quantity" | "state">[];
}

type Times = Pick<StorePolicies, "returnDays" | "delivery">;

/**
 * Until when books of an order may be sent back: the end of the last of `returnDays` days (in India) after the day the
 * parcel came. While nobody has told that it came, it is given as long as the slowest parcel takes. Null when nothing
 * was sent.
 */
export function returnsEnd(moves: SentOrder["moves"], { returnDays, delivery }: Times): Date | null {
  const at = (state: string) => moves.find((move) => move.state === state)?.at;
  const shippedAt = at("shipped");
  if (shippedAt === undefined) return null;
  const deliveredAt = at("delivered");
  // Five working days are a week.
  const came = new Date(deliveredAt ?? shippedAt).getTime();
  const days = returnDays + (deliveredAt === undefined ? Math.ceil((delivery.far[1] * 7) / 5) : 0);
  const day = Math.floor((came + indiaMs) / dayMs);
  return new Date((day + days + 1) * dayMs - indiaMs);
}

/** Copies of each line that may be sent back now, by the line; empty when the time is over or nothing was sent. */
export function listReturnable(
  { state, lines, moves, returns }: SentOrder,
  times: Times,
  now: Date,
): { position: number; quantity: number }[] {
  const end = returnsEnd(moves, times);
  if (!orderStates[state].isSent || end === null || now >= end) return [];
  return lines.flatMap((line, position) => {
    const ofLine = returns.filter((orderReturn) => orderReturn.position === position);
    if (ofLine.some((orderReturn) => orderReturn.state === "asked")) return [];
    const back = ofLine.reduce(
      (sum, { state, quantity }) => (state === "refused" ? sum : sum + quantity),
      line.cancelled,
    );
    return line.quantity > back ? [{ position, quantity: line.quantity - back }] : [];
  });
}
