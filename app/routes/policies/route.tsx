import { describePage } from "#app/display/page-title.ts";
import { ContentLayout } from "#app/content/content-layout.tsx";
import { isFixedPageId } from "#app/content/fixed-pages/fixed-pages.ts";
import { readFixedPage } from "#app/http/fixed-page.server.ts";
import { servicesContext } from "#app/http/context.ts";

import type { Route } from "./+types/route";

export async function loader({ context, pattern }: Route.LoaderArgs) {
  const id = pattern.replace(/^\//, "");
  if (!isFixedPageId(id)) throw new Error(`There is no policy at ${pattern}.`);
  return readFixedPage(context.get(servicesContext), id);
}

export function meta({ loaderData: { page, url }, matches }: Route.MetaArgs): Route.MetaDescriptors {
  return describePage(matches, { title: page.title, description: page.description, url });
}

/** Renders a policy: returns, terms or privacy. */
export default function Information({ loaderData: { page } }: Route.ComponentProps) {
  return <ContentLayout page={page} />;
}
