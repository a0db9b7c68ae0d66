/** Reads what the fields in the texts of pages are written from (`app/content/page-fields.ts`). */
import { listBundles } from "#shop/catalogue/books/bundles.server.ts";
import { maxDigits } from "#shop/catalogue/search/counts/countable-text.ts";
import { searchDays, shownFromVisitors } from "#shop/catalogue/search/counts/search-counts.server.ts";
import {
  closedTicketDays,
  letterDays,
  previousReviewDays,
  stockRequestDays,
  unconfirmedDays,
} from "#shop/people/correspondence/delete-old.server.ts";
import { refusalYears } from "#shop/sales/orders/placing/refused-phones.server.ts";
import { unpaidOrderDays } from "#shop/people/readers/erase-orders.server.ts";
import { absoluteSeconds, idleSeconds } from "#shop/people/readers/sessions.server.ts";
import { codeLimits } from "#shop/sales/orders/codes/code-limits.ts";
import { guestDetailsHours } from "#shop/sales/orders/find-order.server.ts";
import { chooseProvider } from "#shop/sales/orders/placing/choose-provider.ts";
import { nameMethods } from "#shop/sales/payments/provider-names.ts";
import { findAnnouncedPromotion } from "#shop/sales/pricing/promotions.server.ts";
import { listKnownProviders } from "#shop/sales/payments/record-payment.server.ts";
import type { Services } from "#shop/services.ts";

const daySeconds = 86_400;
const retention = {
  unanswered: unconfirmedDays,
  closedTicket: closedTicketDays,
  formerWords: previousReviewDays,
  told: stockRequestDays,
  letter: letterDays,
  unpaidOrder: unpaidOrderDays,
  codes: codeLimits.keptDays,
  refusedParcelsYears: refusalYears,
  session: absoluteSeconds / daySeconds,
  unusedSession: idleSeconds / daySeconds,
  searches: { days: searchDays, visitors: shownFromVisitors, digits: maxDigits },
  guestDetailsHours,
};

/** The settings, and what else the fields show; offers only if they are asked for, because they need further queries. */
export async function readPageFacts(services: Services, { withOffers = false } = {}) {
  const { db, settings, paymentProviders, now } = services;
  const [providers, offers] = await Promise.all([
    listKnownProviders(services),
    withOffers ? readOffers(db, now()) : null,
  ]);
  const methods = nameMethods(chooseProvider(paymentProviders).id);
  return { settings, now: now(), retention, methods, providers, offers };
}

async function readOffers(db: Services["db"], at: Date) {
  const [promotion, bundles] = await Promise.all([findAnnouncedPromotion(db, at), listBundles(db, at)]);
  return { promotion, bundlePercents: bundles.map(({ percentOff }) => percentOff) };
}
