import { describePage } from "#app/components/page-title.ts";
import { WordsLayout } from "#app/components/words/words-layout.tsx";
import type { WordsPage } from "#app/components/words/words-page.ts";
import { servicesContext } from "#app/context.ts";
import { href } from "#routing/href.ts";
import { unpaidOrderDays } from "#shop/account/erase-orders.server.ts";
import { closedTicketDays, letterDays, toldDays, unansweredDays } from "#shop/correspondence/forget.server.ts";
import { guestDetailsHours } from "#shop/orders/find-order.server.ts";
import type { ShopSettings } from "#shop/services.ts";

import type { Route } from "./+types/route";
import { privacyPage } from "./privacy-words.ts";
import { returnsPage } from "./returns-words.ts";
import { termsPage } from "./terms-words.ts";

const keptDays = {
  unanswered: unansweredDays,
  closedTicket: closedTicketDays,
  told: toldDays,
  letter: letterDays,
  unpaidOrder: unpaidOrderDays,
  guestDetailsHours,
};

const pages: Record<string, (shop: ShopSettings) => WordsPage> = {
  [href("/returns")]: returnsPage,
  [href("/terms-of-service")]: termsPage,
  [href("/privacy-policy")]: (shop) => privacyPage(shop, keptDays),
};

export function loader({ context, pattern }: Route.LoaderArgs) {
  const { settings } = context.get(servicesContext);
  const path = `/${pattern.replace(/^\//, "")}`;
  return { page: pages[path]!(settings), url: settings.publicUrl + path };
}

export function meta({ loaderData: { page, url }, matches }: Route.MetaArgs): Route.MetaDescriptors {
  return describePage(matches, { title: page.title, description: page.description, url });
}

/** A page of words: returns, terms, privacy. */
export default function Information({ loaderData: { page } }: Route.ComponentProps) {
  return <WordsLayout page={page} />;
}
