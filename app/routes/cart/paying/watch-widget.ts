import type { PaymentAnswer } from "#app/client/cart/checkout-answer.ts";
import { href } from "#routing/href.ts";
import type { OpenWidget } from "#shop/sales/payments/payment-widget.ts";

/** Most payments end within the first minute. */
const firstMinuteMs = 60_000;
const firstAskEveryMs = 4_000;
const syncEveryMs = 12_000;

/**
 * Looks every four seconds, and every twelve after a minute, whether an open widget still needs to be waited for. Inside
 * other apps it may never call the page back, and anywhere it may fail to. The function it answers stops the watch.
 */
export function watchWidget(
  { forMs, isShown, onEnd }: OpenWidget,
  askStanding: () => Promise<PaymentAnswer["state"] | null>,
): () => void {
  const startedAt = Date.now();
  let wasShown = false;
  let looksGone = 0;
  let isStopped = false;
  let timer = setTimeout(() => void look(), firstAskEveryMs);

  function stop() {
    isStopped = true;
    clearTimeout(timer);
  }

  async function look() {
    const state = await askStanding();
    if (isStopped) return;
    const isGone = wasShown && !isShown();
    wasShown ||= isShown();
    // Twice, as it may change its face for a moment.
    looksGone = isGone ? looksGone + 1 : 0;
    if (state === "paid" || state === "review" || looksGone === 2 || Date.now() - startedAt >= forMs) {
      stop();
      onEnd();
    } else {
      const isFirstMinute = Date.now() - startedAt < firstMinuteMs;
      timer = setTimeout(() => void look(), isFirstMinute ? firstAskEveryMs : syncEveryMs);
    }
  }

  return stop;
}

/** How an order stands; null when nobody can tell just now. */
export async function fetchStanding(orderNumber: string): Promise<PaymentAnswer["state"] | null> {
  try {
    const response = await fetch(href("/checkout/status", { order: orderNumber }), {
      headers: { accept: "application/json" },
    });
    return response.ok ? ((await response.json()) as PaymentAnswer).state : null;
  } catch {
    return null; // out of reach just now; the next look may find it
  }
}
