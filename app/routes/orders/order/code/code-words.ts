import { timeOfDay } from "#shop/kernel/dates/dates.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";
import type { CodeState } from "#shop/sales/orders/codes/find-code-state.server.ts";

/** Flash messages about codes that are shown at the field, or by the state of the code. */
export const codeFlashes = ["code-sent", "code-wrong", "code-malformed"] as const;

export type CodeFlash = (typeof codeFlashes)[number];

export function isCodeFlash(flash: string | null): flash is CodeFlash {
  return codeFlashes.some((one) => one === flash);
}

/** The error at the field of the code; null without one. */
export function describeWrongCode(flash: CodeFlash | null, triesLeft: number): string | null {
  if (flash === "code-malformed") return "A code has six digits. Please type the digits of the newest message.";
  if (flash !== "code-wrong") return null;
  return `This is not the code that we sent. Please type it again: you have ${formatCount(triesLeft, "try", "tries")} left.`;
}

/** What became of the newest code; null before the first one. */
export function describeLastCode({ last, open, messenger, phoneEnd }: CodeState): string | null {
  if (!last) return null;
  if (last.state === "failed") {
    if (last.cause === "number")
      return `No message can be sent to the number that ends in ${phoneEnd} by ${messenger}. Please use the link in the e-mail.`;
    return last.cause === "busy"
      ? `${messenger} takes no further message to your number at the moment. Please use the link in the e-mail.`
      : "The code could not be sent. Please use the link in the e-mail.";
  }
  if (!open) return "The last code is no longer valid.";
  if (last.state === "unknown")
    return `It is not certain that the code was sent. If it comes by ${messenger}, type it here; otherwise use the link in the e-mail.`;
  const arrived = last.state === "delivered" ? "It has arrived." : "If it does not come, use the link in the e-mail.";
  return `We sent a code by ${messenger} to the number that ends in ${phoneEnd}. It is valid until ${timeOfDay(open.until)}. ${arrived}`;
}

/** From when another code can be sent; null if it can be at once, or never. */
export function describeWait({ next }: CodeState): string | null {
  return next?.from ? `Another one can be sent from ${timeOfDay(next.from)}.` : null;
}
