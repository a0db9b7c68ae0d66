import { describePage } from "#app/display/page-title.ts";
import { ContentLayout } from "#app/content/content-layout.tsx";
import type { ContentPage } from "#app/content/content-page.ts";
import { servicesContext } from "#app/http/context.ts";
import { href } from "#routing/href.ts";
import { unpaidOrderDays } from "#shop/people/readers/erase-orders.server.ts";
import { absoluteSeconds, idleSeconds } from "#shop/people/readers/sessions.server.ts";
import {
  closedTicketDays,
  previousReviewDays,
  letterDays,
  stockRequestDays,
  unconfirmedDays,
} from "#shop/people/correspondence/delete-old.server.ts";
import { guestDetailsHours } from "#shop/sales/orders/find-order.server.ts";
import { maxDigits } from "#shop/catalogue/search/counts/countable-text.ts";
import { searchDays, shownFromVisitors } from "#shop/catalogue/search/counts/search-counts.server.ts";
import { listKnownProviders } from "#shop/sales/payments/record-payment.server.ts";
import type { Services, ShopSettings } from "#shop/services.ts";

import type { Route } from "./+types/route";
import { privacyPage } from "./privacy-policy.ts";
import { returnsPage } from "./returns-policy.ts";
import { termsPage } from "./terms-of-service.ts";

const daySeconds = 86_400;
const retentionDays = {
  unanswered: unconfirmedDays,
  closedTicket: closedTicketDays,
  formerWords: previousReviewDays,
  told: stockRequestDays,
  letter: letterDays,
  unpaidOrder: unpaidOrderDays,
  session: absoluteSeconds / daySeconds,
  unusedSession: idleSeconds / daySeconds,
  searches: { days: searchDays, visitors: shownFromVisitors, digits: maxDigits },
  guestDetailsHours,
};

const pages: Record<string, (shop: ShopSettings, services: Services) => ContentPage | Promise<ContentPage>> = {
  [href("/returns")]: returnsPage,
  [href("/terms-of-service")]: termsPage,
  [href("/privacy-policy")]: async (shop, services) =>
    privacyPage(shop, retentionDays, await listKnownProviders(services)),
};

export async function loader({ context, pattern }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const { settings } = services;
  const path = `/${pattern.replace(/^\//, "")}`;
  const page = pages[path];
  if (!page) throw new Error(`There is no policy at ${path}.`);
  return { page: await page(settings, services), url: settings.publicUrl + path };
}

export function meta({ loaderData: { page, url }, matches }: Route.MetaArgs): Route.MetaDescriptors {
  return describePage(matches, { title: page.title, description: page.description, url });
}

/** Renders a policy: returns, terms or privacy. */
export default function Information({ loaderData: { page } }: Route.ComponentProps) {
  return <ContentLayout page={page} />;
}
