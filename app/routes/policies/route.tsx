import { mentionsOffers } from "#app/content/page-fields.ts";
import { describePage } from "#app/display/page-title.ts";
import { ContentLayout } from "#app/content/content-layout.tsx";
import { isFixedPageId, writeFixedPage } from "#app/content/fixed-pages/fixed-pages.ts";
import { servicesContext } from "#app/http/context.ts";
import { readPageFacts } from "#app/http/page-facts.server.ts";
import { findWrittenWords } from "#shop/office/pages/pages.server.ts";

import type { Route } from "./+types/route";

export async function loader({ context, pattern }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const { db, settings } = services;
  const id = pattern.replace(/^\//, "");
  if (!isFixedPageId(id)) throw new Error(`There is no policy at ${pattern}.`);
  const written = await findWrittenWords(db, id);
  const facts = await readPageFacts(services, { withOffers: written !== null && mentionsOffers(written) });
  return { page: writeFixedPage(id, written, facts), url: `${settings.publicUrl}/${id}` };
}

export function meta({ loaderData: { page, url }, matches }: Route.MetaArgs): Route.MetaDescriptors {
  return describePage(matches, { title: page.title, description: page.description, url });
}

/** Renders a policy: returns, terms or privacy. */
export default function Information({ loaderData: { page } }: Route.ComponentProps) {
  return <ContentLayout page={page} />;
}
