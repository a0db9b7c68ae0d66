import type { PaymentAnswer } from "#app/client/paying/checkout-answer.ts";
import { href } from "#routing/href.ts";
import type { OpenWidget } from "#shop/sales/payments/payment-widget.ts";

/** How long the checks are frequent; most payments end within this time. */
const firstMinuteMs = 60_000;
const firstAskEveryMs = 4_000;
const laterAskEveryMs = 12_000;

/**
 * Polls every 4 seconds, and every 12 after the first minute, whether the page must still wait for an open widget.
 * Inside other apps the widget may never call the page back, and in any browser the callback may fail. Returns a
 * function that stops the polling.
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
    // The widget counts as closed after two such checks in a row, because it may be hidden for a moment.
    looksGone = isGone ? looksGone + 1 : 0;
    if (state === "paid" || state === "review" || looksGone === 2 || Date.now() - startedAt >= forMs) {
      stop();
      onEnd();
    } else {
      const isFirstMinute = Date.now() - startedAt < firstMinuteMs;
      timer = setTimeout(() => void look(), isFirstMinute ? firstAskEveryMs : laterAskEveryMs);
    }
  }

  return stop;
}

/** Fetches the state of an order's payment; null when the shop cannot be reached or returns an error. */
export async function fetchStanding(orderNumber: string): Promise<PaymentAnswer["state"] | null> {
  try {
    const response = await fetch(href("/checkout/status", { order: orderNumber }), {
      headers: { accept: "application/json" },
    });
    return response.ok ? ((await response.json()) as PaymentAnswer).state : null;
  } catch {
    return null; // out of reach now; the next check may succeed
  }
}
