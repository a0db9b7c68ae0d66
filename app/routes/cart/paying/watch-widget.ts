import type { PaymentAnswer } from "#app/client/cart/checkout-answer.ts";

/** Most payments end within the first minute. */
const firstMinuteMs = 60_000;
const firstAskEveryMs = 4_000;
const syncEveryMs = 12_000;

/** What a watch over an open widget looks at. */
export interface Watched {
  /** The watch ends by itself after so long, in milliseconds. */
  forMs: number;
  /** How the order stands; null when nobody can tell just now. */
  askStanding: () => Promise<PaymentAnswer["state"] | null>;
  /** Whether the widget is on the page. */
  isShown: () => boolean;
  /** Called once: the payment has come to an end, or the widget is gone, or the time is over. */
  onEnd: () => void;
}

/**
 * Looks every four seconds, and every twelve after a minute, whether an open widget still needs to be waited for. Inside
 * other apps it may never call the page back, and anywhere it may fail to. The function it answers stops the watch.
 */
export function watchWidget({ forMs, askStanding, isShown, onEnd }: Watched): () => void {
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
