import { EmptyState } from "#app/components/empty-state.tsx";
import { describePage } from "#app/display/page-title.ts";
import { ReadingListRows } from "#app/components/shelves/reading-list-rows.tsx";
import { documentHeadContext, servicesContext } from "#app/http/context.ts";
import { describeBreadcrumbs } from "#app/structured-data/breadcrumbs.ts";
import { href } from "#routing/href.ts";
import { listReadingLists } from "#shop/catalogue/content/reading-lists.server.ts";
import { shopPagePath } from "#shop/catalogue/cover-designs/share-pictures.ts";
import { ButtonLink } from "#ui/button.tsx";

import type { Route } from "./+types/route";

export async function loader({ context }: Route.LoaderArgs) {
  const { db, settings } = context.get(servicesContext);
  context
    .get(documentHeadContext)
    .graph.push(describeBreadcrumbs(settings.publicUrl, [["Reading lists", href("/reading-lists")]]));
  return {
    lists: await listReadingLists(db),
    url: settings.publicUrl + href("/reading-lists"),
    picture: shopPagePath("reading-lists", settings.name),
  };
}

export function meta({ loaderData, matches }: Route.MetaArgs): Route.MetaDescriptors {
  const description = "Books that belong together, each with its reason.";
  const { url, picture } = loaderData;
  return describePage(matches, { title: "Reading lists", description, url, picture });
}

/** Page of all reading lists. */
export default function ReadingLists({ loaderData: { lists } }: Route.ComponentProps) {
  return (
    <div className="page pt-8 lg:pt-12">
      <h1 className="text-h1">Reading lists</h1>
      <p className="mt-3 mb-10 max-w-measure text-lead text-quiet lg:mb-14">
        Books that belong together, each with its reason.
      </p>
      {lists.length > 0 ? (
        <ReadingListRows lists={lists} />
      ) : (
        <EmptyState title="No lists at the moment">
          <p>The next one is being written. Every shelf is open until then.</p>
          <p className="mt-5">
            <ButtonLink to={href("/categories")}>Browse categories</ButtonLink>
          </p>
        </EmptyState>
      )}
    </div>
  );
}
