/** What Razorpay's widget is opened with, as the specification lists it. */
export interface WidgetOptions {
  key: string;
  /** Paise. */
  amount: number;
  currency: "INR";
  name: string;
  description: string;
  image: string;
  order_id: string;
  prefill: { name: string; email: string; contact: string; method: "card" };
  theme: { color: string };
  /** Seconds. */
  timeout: number;
  /** Where the browser is sent when the page cannot be answered, as inside another app. */
  callback_url?: string;
  /** Whether a failure is sent there too. */
  redirect?: true;
}

/** What the pay button is told. */
export type CheckoutAnswer =
  | { ok: true; orderNumber: string; heldUntil: string; checkoutSrc: string; options: WidgetOptions }
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
