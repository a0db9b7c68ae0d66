/** Index of categories, or the books of one category with the list of categories on the left. */
import { data } from "react-router";

import { EmptyState } from "#app/components/empty-state.tsx";
import { describePage } from "#app/display/page-title.ts";
import { documentHeadContext, servicesContext } from "#app/http/context.ts";
import { movedTo } from "#app/http/moved-to.ts";
import { loadShelf } from "#app/shelves/load-shelf.server.ts";
import { robotsMeta } from "#app/shelves/robots-meta.ts";
import { readShelfQuery } from "#app/shelves/read-shelf-query.ts";
import { describeBreadcrumbs } from "#app/structured-data/breadcrumbs.ts";
import { describeShelf } from "#app/structured-data/shelf.ts";
import { feedOf } from "#routing/documents.ts";
import { href } from "#routing/href.ts";
import { findCategory, listCategories, listCategoryCovers } from "#shop/catalogue/books/categories.server.ts";
import { findMovedAddress } from "#shop/catalogue/books/moved-addresses.server.ts";
import { sharedPagePath, shopPagePath } from "#shop/catalogue/cover-designs/share-pictures.ts";
import { ButtonLink } from "#ui/button.tsx";

import type { Route } from "./+types/route";
import { CategoryBooks } from "./category-books.tsx";
import { CategoryIndex } from "./category-index.tsx";
import { CategoryList } from "./category-list.tsx";

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
      covers: await listCategoryCovers(db),
      selected: null,
      shelf: null,
      url: settings.publicUrl + href("/categories"),
      picture: shopPagePath("categories", settings.name),
    };
  }
  const selected = await findCategory(db, id);
  if (!selected) {
    const categoryId = await findMovedAddress(db, "category", id);
    if (categoryId !== null) throw movedTo(href("/categories/:categoryId", { categoryId }));
    throw data("Category not found", { status: 404 });
  }
  const to = href("/categories/:categoryId", { categoryId: selected.id });
  const name = `category:${selected.id}`;
  const query = readShelfQuery(request.url, "popularity");
  const shelf = await loadShelf(db, { name, books: { facet: name } }, query, { to, ownSort: "popularity" });
  head.graph.push(
    describeBreadcrumbs(settings.publicUrl, [shelves, [selected.name, to]]),
    ...describeShelf(settings.publicUrl, { name: selected.name, shelf }),
  );
  head.feeds.push({ title: `New in ${selected.name}`, path: feedOf("categories", selected.id) });
  return {
    categories,
    covers: {},
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
  return [...describePage(matches, { title, description, url, picture }), ...robotsMeta(shelf)];
}

export default function Categories({ loaderData: { categories, covers, selected, shelf } }: Route.ComponentProps) {
  if (selected)
    return (
      <div className="page pt-1 sm:pt-4">
        <CategoryList
          categories={categories}
          selectedId={selected.id}
          isStrip
          className={shelf.books.length > 0 || shelf.isAsked ? "mb-1.5 sm:mb-4 xl:hidden" : "mb-4"}
        />
        <CategoryBooks category={selected} categories={categories} shelf={shelf} />
      </div>
    );
  return (
    <div className="page pt-8 lg:pt-12">
      <h1 className="text-h1">Categories</h1>
      {categories.length === 0 ? <NoCategories /> : <CategoryIndex categories={categories} covers={covers} />}
    </div>
  );
}

function NoCategories() {
  return (
    <div className="mt-10">
      <EmptyState title="No categories yet">
        <p>Our books are not sorted into categories yet. Look through all of them, or search for a title.</p>
        <p className="mt-5">
          <ButtonLink to={href("/")}>See the books</ButtonLink>
        </p>
      </EmptyState>
    </div>
  );
}
