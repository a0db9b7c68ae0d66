import type { LetterContent } from "#shop/kernel/mail/letter-content.ts";
import { formatPaise } from "#shop/kernel/money/money.ts";
import { refundTime } from "#shop/kernel/money/refund-time.ts";
import { cleanText } from "#shop/kernel/text/clean-text.ts";

/** Money that is refunded to the reader. */
export interface RefundedAmount {
  /** In paise. */
  refundPaise: number;
  /** The account that receives it: `your Visa card ending in 1007`, `the UPI account you paid with`. */
  account: string;
}

/** The account in sample letters. */
export const sampleAccount = "your Visa card ending in 1007";

/** Says when the refund usually arrives, and that another letter follows. */
export function promiseRefund(withWhat = ""): string {
  return `It usually arrives there within ${refundTime}, and we write again${withWhat} when the refund is made. There is nothing you need to do.`;
}

/** The amount, under this label, and the account that receives it, as facts of the letter. */
export function refundFacts(label: string, { refundPaise, account }: RefundedAmount): LetterContent["facts"] {
  return [
    { label, value: formatPaise(refundPaise) },
    { label: "To", value: cleanText(account.replace(/^./, (first) => first.toUpperCase())) },
  ];
}
