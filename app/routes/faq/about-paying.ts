import { refundTime } from "#shop/kernel/money/refund-time.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";
import type { QuestionGroup, WriteGroup } from "./question.ts";

/** The FAQ's questions about paying, bills and refunds. */
export const writeAboutPaying: WriteGroup = (
  { reservationMinutes, paidThrough: provider },
  { methods },
): QuestionGroup => ({
  id: "paying",
  heading: "Paying",
  questions: [
    {
      id: "ways-to-pay",
      also: "upi netbanking wallet payment methods",
      question: "How can I pay?",
      answer: [
        `${methods}, in ${provider}’s window. All prices are in Indian rupees, and we add no fee for any way to pay.`,
      ],
    },
    {
      id: "cash-on-delivery",
      also: "cod",
      question: "Can I pay in cash at the door?",
      answer: ["No. Orders are paid before they leave. If something is wrong, we refund you."],
    },
    {
      id: "card-safe",
      question: "Do you see my card number?",
      answer: [
        `Never. You type it into ${provider}’s own window, and your bank asks you to confirm. The shop learns that you paid, the kind of payment, and the last four digits at most.`,
      ],
    },
    {
      id: "payment-failed",
      also: "refund debited deducted money",
      question: "The payment failed. Was money taken?",
      answer: [
        `Usually not. If it was, we check with ${provider} ourselves: your order is paid, or you are refunded without having to ask, usually within ${refundTime}. Your cart is as it was, and you can simply try again.`,
      ],
    },
    {
      id: "window-closed",
      also: "tab browser crashed",
      question: "I closed the window after paying. What now?",
      answer: [
        `Nothing is lost. ${provider} tells us too, and the e-mail about your order comes within minutes. The cart shows the paid order when you open it again.`,
      ],
    },
    {
      id: "how-long-to-pay",
      question: "How long do I have to pay?",
      answer: [
        `The books are held for ${formatCount(reservationMinutes, "minute")}; the payment window closes a little earlier. A payment that comes later still counts if the books are there, and is refunded if they are not.`,
      ],
    },
    {
      id: "bill",
      also: "invoice receipt gst pdf",
      question: "Where is my bill?",
      answer: [
        "On your order’s page, a few seconds after the payment, to print or to keep as a PDF. If you get money back, a credit note appears beside it.",
      ],
    },
    {
      id: "tax",
      also: "gst",
      question: "Is tax included?",
      answer: [
        "Yes, in every price. Printed books are free of GST in India, which is why the document is called a bill of supply and not a tax invoice.",
      ],
    },
  ],
});
