import type { PaymentError } from "./ledger/entities.ts";

/** A documented test card, as listed in the frame. */
export type TestCard = { number: string; network: string; onFailure: string };

const unlisted = "gateway_technical_error";

const successes: readonly [string, string][] = [
  ["Visa", "4100280000001007"],
  ["MasterCard", "5500670000001002"],
  ["RuPay", "6527658900001005"],
  ["Diners Club", "36082800091007"],
  ["American Express", "340256000401007"],
];

const failures: readonly [reason: string, visa: readonly string[], masterCard: readonly string[]][] = [
  ["payment_timed_out", ["4100280000090000"], ["5305620000060000"]],
  ["insufficient_fund", ["4100280000080001"], ["5305620000050001"]],
  ["payment_cancelled", ["4100280000070002"], ["5305620000040002"]],
  [
    "card_declined",
    ["4100280000060003", "4100280000050004", "4100280000040005"],
    ["5305620000030003", "5305620000020004", "5305620000010005"],
  ],
  ["card_disabled_for_online_payments", ["4100280000030006"], ["5305620000000006"]],
  ["card_number_invalid", ["4100280000010008"], ["5305620000080008"]],
  ["gateway_technical_error", ["4100280000020007"], ["5305620000090007"]],
  ["authentication_failed", ["4100280000000009"], ["5305620000070009"]],
];

const internationals: readonly [string, string][] = [
  ["MasterCard", "5555555555554444"],
  ["Visa", "4012888888881881"],
];

const descriptions: Record<string, string> = {
  payment_timed_out: "Your payment could not be completed due to a temporary issue. Try again later.",
  insufficient_fund:
    "Your payment could not be completed due to insufficient account balance. Try another card or payment method.",
  payment_cancelled: "Your payment has been cancelled. Try again or complete the payment later.",
  card_declined:
    "Your payment did not go through as it was declined by the bank. Try another payment method or contact your bank.",
  card_disabled_for_online_payments:
    "Your card is disabled for online payments. Please reach to your bank or try with another card.",
  card_number_invalid: "You have entered an incorrect card number. Try again.",
  gateway_technical_error:
    "Your payment did not go through due to a temporary issue. Any debited amount will be refunded in 4-5 business days.",
  authentication_failed:
    "Your payment could not be completed due to incorrect OTP or verification details. Try another payment method or contact your bank for details.",
};

const gatewayReasons = new Set(["gateway_technical_error", "authentication_failed"]);
const customerReasons = new Set(["payment_cancelled", "authentication_failed"]);

/** Every documented test card: https://razorpay.com/docs/payments/payments/test-card-details/ */
export const testCards: readonly TestCard[] = [
  ...successes.map(([network, number]) => ({ number, network, onFailure: unlisted })),
  ...failures.flatMap(([reason, visa, masterCard]) => [
    ...visa.map((number) => ({ number, network: "Visa", onFailure: reason })),
    ...masterCard.map((number) => ({ number, network: "MasterCard", onFailure: reason })),
  ]),
  ...internationals.map(([network, number]) => ({ number, network, onFailure: unlisted })),
];

/** The reason for a failure on the bank page, by card. Cards that are not listed have a gateway error. */
export function reasonOnFailure(cardNumber: string): string {
  return testCards.find((card) => card.number === cardNumber)?.onFailure ?? unlisted;
}

/** The documented code and text of a reason. Source and step are not published for each card. */
export function paymentError(reason: string): PaymentError {
  const isCustomers = customerReasons.has(reason);
  return {
    code: gatewayReasons.has(reason) ? "GATEWAY_ERROR" : "BAD_REQUEST_ERROR",
    description: descriptions[reason] ?? "Payment failed",
    source: isCustomers ? "customer" : "issuer_bank",
    step: isCustomers ? "payment_authentication" : "payment_authorization",
    reason,
  };
}

/** Whether this is one of the two documented cards that were issued abroad. */
export function isInternational(cardNumber: string): boolean {
  return internationals.some(([, number]) => number === cardNumber);
}
