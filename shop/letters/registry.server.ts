import type { LetterKind } from "#shop/mail/letter-kinds.ts";
import { accountDeleted } from "./account-deleted.server.ts";
import { bookRequestAnswered, contactAnswered } from "./answered.server.ts";
import { backInStock } from "./back-in-stock.server.ts";
import { bookRequestForShop } from "./book-request-for-shop.server.ts";
import { bookRequestReceived } from "./book-request-received.server.ts";
import { confirmEmail } from "./confirm-email.server.ts";
import { contactForShop } from "./contact-for-shop.server.ts";
import { contactGathered } from "./contact-gathered.server.ts";
import { contactReceived } from "./contact-received.server.ts";
import { dailyForOwner } from "./daily-for-owner.server.ts";
import { emailChanged } from "./email-changed.server.ts";
import type { LetterType } from "./letter-type.ts";
import { newsletterConfirm } from "./newsletter-confirm.server.ts";
import { newsletterIssue } from "./newsletter-issue.server.ts";
import { newsletterWelcome } from "./newsletter-welcome.server.ts";
import { orderCancelled } from "./order-cancelled.server.ts";
import { orderConfirmed } from "./order-confirmed.server.ts";
import { orderRefunded } from "./order-refunded.server.ts";
import { orderShipped } from "./order-shipped.server.ts";
import { orderSoldOut } from "./order-sold-out.server.ts";
import { refundAnswered } from "./refund-answered.server.ts";
import { refundForOwner } from "./refund-for-owner.server.ts";
import { returnAccepted } from "./return-accepted.server.ts";
import { returnAsked } from "./return-asked.server.ts";
import { returnForShop } from "./return-for-shop.server.ts";
import { returnRefused } from "./return-refused.server.ts";
import { reviewAsk } from "./review-ask.server.ts";
import { reviewForShop } from "./review-for-shop.server.ts";
import { reviewHidden, reviewShown } from "./review-hidden-or-shown.server.ts";
import { staffInvitation } from "./staff-invitation.server.ts";
import { trackingCorrected } from "./tracking-corrected.server.ts";
import { wishBack, wishCheaper } from "./wish-cheaper-or-back.server.ts";

/** What each kind of letter tells of and says. Whose it is stands in `shop/mail/letter-kinds.ts`. */
export const letterTypes = {
  "order-confirmed": orderConfirmed,
  "order-shipped": orderShipped,
  "tracking-corrected": trackingCorrected,
  "order-cancelled": orderCancelled,
  "order-refunded": orderRefunded,
  "order-sold-out": orderSoldOut,
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
} satisfies Record<LetterKind, LetterType<object>>;

/** The type of a kind, with what it tells of left open. Throws for a kind of a newer version of the shop. */
export function letterTypeOf(kind: LetterKind): LetterType<object> {
  if (Object.hasOwn(letterTypes, kind)) return letterTypes[kind];
  throw new Error(`Unknown e-mail kind "${kind}".`);
}
