import type { WidgetOpening } from "#shop/sales/payments/payment-widget.ts";

/** What the pay button is told. */
export type CheckoutAnswer =
  | ({ ok: true; orderNumber: string; heldUntil: string } & WidgetOpening)
  | { ok: false; message: string; errors?: Partial<Record<string, string>> };

/** What the page after the payment tells of the order. */
export interface Receipt {
  books: { bookId: string; title: string; coverKey: string; quantity: number }[];
  /** Where its e-mails go. */
  email: string;
  /** To whom and where, such as `Asha Rao, Bengaluru 560003`. */
  to: string;
  /** Such as `Thu 26 – Mon 30 Nov`; null while the payment is not confirmed. */
  arrives: string | null;
}

/**
 * How a payment stands, asked while the widget is open and after it has closed; `review` when the order's page tells what
 * became of it. A payment that went through has its receipt.
 */
export type PaymentAnswer = {
  state: "paid" | "confirming" | "unpaid" | "review";
  orderNumber: string;
  receipt?: Receipt | null;
};
