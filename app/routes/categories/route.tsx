import { data } from "react-router";

import { EmptyState } from "#app/components/empty-state.tsx";
import { UnlessEmpty } from "#app/components/no-books.tsx";
import { describePage } from "#app/display/page-title.ts";
import { documentHeadContext, servicesContext } from "#app/http/context.ts";
import { loadShelf } from "#app/shelves/load-shelf.server.ts";
import { robotsOf } from "#app/shelves/robots-of.ts";
import { readShelfQuery } from "#app/shelves/read-shelf-query.ts";
import { describeBreadcrumbs } from "#app/structured-data/breadcrumbs.ts";
import { describeShelf } from "#app/structured-data/shelf.ts";
import { feedOf } from "#routing/documents.ts";
import { href } from "#routing/href.ts";
import { findCategory, listCategories } from "#shop/catalogue/categories.server.ts";
import { sharedPagePath, shopPagePath } from "#shop/catalogue/share-pictures.ts";
import { ButtonLink } from "#ui/button.tsx";

import type { Route } from "./+types/route";
import { CategoryBooks } from "./category-books.tsx";
import { CategoryList } from "./category-list.tsx";
import { NothingSelected } from "./nothing-selected.tsx";

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { db, settings } = context.get(servicesContext);
  const categories = await listCategories(db);
  const head = context.get(documentHeadContext);
  const shelves = ["Categories", href("/categories")] as const;
  const id = params.categoryId ?? new URL(request.url).searchParams.get("id");
  if (!id) {
    head.graph.push(describeBreadcrumbs(settings.publicUrl, [shelves]));
    return {
      categories,
      selected: null,
      shelf: null,
      url: settings.publicUrl + href("/categories"),
      picture: shopPagePath("categories", settings.name),
    };
  }
  const selected = await findCategory(db, id);
  if (!selected) throw data("Category not found", { status: 404 });
  const to = href("/categories/:categoryId", { categoryId: selected.id });
  const name = `category:${selected.id}`;
  const query = readShelfQuery(request.url, "title");
  const shelf = await loadShelf(db, { name, books: { facet: name } }, query, { to, ownSort: "title" });
  head.graph.push(
    describeBreadcrumbs(settings.publicUrl, [shelves, [selected.name, to]]),
    ...describeShelf(settings.publicUrl, { name: selected.name, shelf }),
  );
  head.feeds.push({ title: `New in ${selected.name}`, path: feedOf("categories", selected.id) });
  return {
    categories,
    selected,
    shelf,
    url: settings.publicUrl + to,
    picture: sharedPagePath({ kind: "categories", id: selected.id, title: selected.name, shopName: settings.name }),
  };
}

export function meta({ loaderData, matches }: Route.MetaArgs): Route.MetaDescriptors {
  const { selected, shelf, url, picture } = loaderData;
  const title = selected?.name ?? "Categories";
  const description = selected
    ? selected.description || `The books of the category ${selected.name}.`
    : "Every shelf of the shop: pick a category and see its books.";
  return [...describePage(matches, { title, description, url, picture }), ...robotsOf(shelf)];
}

/** The list of categories on the left, the books of the chosen one on the right. */
export default function Categories({ loaderData: { categories, selected, shelf } }: Route.ComponentProps) {
  return (
    <div className="page pt-8 lg:pt-12">
      <h1 className={selected ? "sr-only" : "text-h1"}>Categories</h1>
      {categories.length === 0 && !selected ? (
        <NoCategories />
      ) : (
        <div
          className={`grid gap-x-12 gap-y-8 ${selected ? "lg:grid-cols-[17rem_minmax(0,1fr)]" : "mt-8 lg:grid-cols-[minmax(0,1fr)_24rem]"}`}
        >
          <CategoryList categories={categories} selectedId={selected?.id ?? null} />
          {selected ? <CategoryBooks category={selected} categories={categories} shelf={shelf} /> : <NothingSelected />}
        </div>
      )}
    </div>
  );
}

function NoCategories() {
  return (
    <UnlessEmpty>
      <div className="mt-10">
        <EmptyState title="No categories yet">
          <p>Our books stand on the shelves as they came. Look through them from the front, or search for a title.</p>
          <p className="mt-5">
            <ButtonLink to={href("/")}>See the books</ButtonLink>
          </p>
        </EmptyState>
      </div>
    </UnlessEmpty>
  );
}
