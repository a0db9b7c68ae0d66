/** The registry of letter types: how each kind of letter reads its data and writes its text. */
import type { LetterKind } from "#shop/kernel/mail/letter-kinds.ts";
import { accountDeleted } from "./readers/account-deleted.server.ts";
import { bookRequestAnswered, contactAnswered } from "./messages/answered.server.ts";
import { backInStock } from "./readers/back-in-stock.server.ts";
import { bookRequestForShop } from "./messages/book-request-for-shop.server.ts";
import { bookRequestReceived } from "./messages/book-request-received.server.ts";
import { confirmEmail } from "./readers/confirm-email.server.ts";
import { contactForShop } from "./messages/contact-for-shop.server.ts";
import { contactGathered } from "./messages/contact-gathered.server.ts";
import { contactReceived } from "./messages/contact-received.server.ts";
import { dailyForOwner } from "./staff/daily-for-owner.server.ts";
import { emailChanged } from "./readers/email-changed.server.ts";
import type { LetterType } from "./letter-type.ts";
import { newsletterConfirm } from "./readers/newsletter-confirm.server.ts";
import { newsletterIssue } from "./readers/newsletter-issue.server.ts";
import { newsletterWelcome } from "./readers/newsletter-welcome.server.ts";
import { orderCancelled } from "./orders/order-cancelled.server.ts";
import { orderConfirmed } from "./orders/order-confirmed.server.ts";
import { orderRefunded } from "./orders/order-refunded.server.ts";
import { orderNotConfirmed } from "./orders/order-not-confirmed.server.ts";
import { orderPaid } from "./orders/order-paid.server.ts";
import { orderReady } from "./orders/order-ready.server.ts";
import { orderToConfirm } from "./orders/order-to-confirm.server.ts";
import { orderShipped } from "./orders/order-shipped.server.ts";
import { orderSoldOut } from "./orders/order-sold-out.server.ts";
import { quotationAccepted } from "./orders/quotation-accepted.server.ts";
import { quotationLetter } from "./orders/quotation.server.ts";
import { paymentReminder } from "./orders/payment-reminder.server.ts";
import { purchaseOrderLetter } from "./staff/purchase-order.server.ts";
import { refundAnswered } from "./staff/refund-answered.server.ts";
import { refundedOrderArrived } from "./orders/refunded-order-arrived.server.ts";
import { refundForOwner } from "./staff/refund-for-owner.server.ts";
import { returnAccepted } from "./returns/return-accepted.server.ts";
import { returnAsked } from "./returns/return-asked.server.ts";
import { returnForShop } from "./returns/return-for-shop.server.ts";
import { returnRefused } from "./returns/return-refused.server.ts";
import { reviewAsk } from "./readers/review-ask.server.ts";
import { reviewForShop } from "./readers/review-for-shop.server.ts";
import { reviewHidden, reviewShown } from "./readers/review-hidden-or-shown.server.ts";
import { staffInvitation } from "./staff/staff-invitation.server.ts";
import { trackingCorrected } from "./orders/tracking-corrected.server.ts";
import { wishBack, wishCheaper } from "./readers/wish-cheaper-or-back.server.ts";

/** The letter type of each kind. Owners and limits are in `shop/kernel/mail/letter-kinds.ts`. */
export const letterTypes = {
  "order-confirmed": orderConfirmed,
  "order-to-confirm": orderToConfirm,
  "order-not-confirmed": orderNotConfirmed,
  "quotation-accepted": quotationAccepted,
  "payment-reminder": paymentReminder,
  "order-paid": orderPaid,
  "order-ready": orderReady,
  "order-shipped": orderShipped,
  "tracking-corrected": trackingCorrected,
  "order-cancelled": orderCancelled,
  "order-refunded": orderRefunded,
  "order-sold-out": orderSoldOut,
  "refunded-order-arrived": refundedOrderArrived,
  "return-asked": returnAsked,
  "return-for-shop": returnForShop,
  "return-accepted": returnAccepted,
  "return-refused": returnRefused,
  "back-in-stock": backInStock,
  "wish-cheaper": wishCheaper,
  "wish-back": wishBack,
  "review-hidden": reviewHidden,
  "review-shown": reviewShown,
  "review-for-shop": reviewForShop,
  "review-ask": reviewAsk,
  "refund-for-owner": refundForOwner,
  "refund-answered": refundAnswered,
  "staff-invitation": staffInvitation,
  "daily-for-owner": dailyForOwner,
  "purchase-order": purchaseOrderLetter,
  quotation: quotationLetter,
  "contact-received": contactReceived,
  "contact-answered": contactAnswered,
  "contact-for-shop": contactForShop,
  "contact-gathered": contactGathered,
  "book-request-received": bookRequestReceived,
  "book-request-answered": bookRequestAnswered,
  "book-request-for-shop": bookRequestForShop,
  "newsletter-confirm": newsletterConfirm,
  "newsletter-welcome": newsletterWelcome,
  "newsletter-issue": newsletterIssue,
  "confirm-email": confirmEmail,
  "email-changed": emailChanged,
  "account-deleted": accountDeleted,
} satisfies { [Kind in LetterKind]: LetterType<object, Kind> };

/**
 * The letter type of a kind, without the type of its data. Throws for a kind that this version of the shop does not
 * know.
 */
export function letterTypeOf(kind: LetterKind): LetterType<object> {
  if (Object.hasOwn(letterTypes, kind)) return letterTypes[kind];
  throw new Error(`Unknown e-mail kind "${kind}".`);
}
