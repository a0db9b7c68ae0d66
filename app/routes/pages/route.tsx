import { data } from "react-router";

import { ContentLayout } from "#app/content/content-layout.tsx";
import { mentionsOffers } from "#app/content/page-fields.ts";
import { writeOwnPage } from "#app/content/write-page.ts";
import { describePage } from "#app/display/page-title.ts";
import { servicesContext } from "#app/http/context.ts";
import { readPageFacts } from "#app/http/page-facts.server.ts";
import { href } from "#routing/href.ts";
import { findShownPage } from "#shop/office/pages/pages.server.ts";

import type { Route } from "./+types/route";

export async function loader({ context, params: { pageId } }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const { db, settings } = services;
  const page = await findShownPage(db, pageId);
  if (!page) throw data("Page not found", { status: 404 });
  return {
    page: writeOwnPage(page, await readPageFacts(services, { withOffers: mentionsOffers(page) })),
    url: settings.publicUrl + href("/pages/:pageId", { pageId }),
  };
}

export function meta({ loaderData: { page, url }, matches }: Route.MetaArgs): Route.MetaDescriptors {
  return describePage(matches, { title: page.title, description: page.description, url });
}

/** A page that the bookseller wrote. */
export default function OwnPage({ loaderData: { page } }: Route.ComponentProps) {
  return <ContentLayout page={page} />;
}
