import type { PlateBook, PlateWords } from "#shop/sales/orders/plates/plate-words.ts";
import type { WidgetOpening } from "#shop/sales/payments/payment-widget.ts";

/**
 * The response to the pay button: how to open the payment widget, the page of an order that is paid on delivery, or why
 * the order was not placed.
 */
export type CheckoutAnswer =
  | { ok: true; orderPage: string }
  | ({ ok: true; orderNumber: string; heldUntil: string } & WidgetOpening)
  | { ok: false; message: string; errors?: Partial<Record<string, string>> };

/** The order as the page after a payment shows it. */
export interface Receipt {
  books: { bookId: string; title: string; coverKey: string; quantity: number; plateBook: PlateBook }[];
  /** The words of its bookplates; null for none. */
  bookplate: PlateWords | null;
  /** The address that gets the order's e-mails. */
  email: string;
  /** Whether the reader collects it at the shop. */
  isCollection: boolean;
  /** Name, city and PIN, such as `Asha Rao, Bengaluru 560003`. */
  to: string;
  /**
   * The delivery dates, such as `Thu 26 – Mon 30 Nov`, or the day on which it is ready at the shop; null while the
   * payment is not confirmed.
   */
  arrives: string | null;
}

/**
 * The state of a payment, polled while the widget is open and after it has closed. In state `review` only the order's
 * page can explain the outcome. A successful payment has a receipt.
 */
export type PaymentAnswer = {
  state: "paid" | "confirming" | "unpaid" | "review";
  orderNumber: string;
  receipt?: Receipt | null;
};
