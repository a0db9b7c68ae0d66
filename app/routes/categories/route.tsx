import { data } from "react-router";

import { canonicalLink, pageTitle } from "#app/components/page-title.ts";
import { servicesContext } from "#app/context.ts";
import { listCategories } from "#shop/catalogue/categories.server.ts";
import { listBooksInCategory } from "#shop/catalogue/lists.server.ts";

import type { Route } from "./+types/route";
import { CategoryBooks } from "./category-books.tsx";
import { CategoryList } from "./category-list.tsx";
import { NothingPicked } from "./nothing-picked.tsx";

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { db, settings } = context.get(servicesContext);
  const categories = await listCategories(db);
  const id = params.categoryId ?? new URL(request.url).searchParams.get("id");
  if (!id) return { categories, picked: null, books: [], url: `${settings.publicUrl}/categories` };
  const picked = categories.find((category) => category.id === id);
  if (!picked) throw data("Category not found", { status: 404 });
  return {
    categories,
    picked,
    books: await listBooksInCategory(db, picked.id),
    url: `${settings.publicUrl}/categories/${picked.id}`,
  };
}

export function meta({ loaderData, matches }: Route.MetaArgs): Route.MetaDescriptors {
  const { picked, url } = loaderData;
  return [
    pageTitle(matches, picked?.name ?? "Categories"),
    ...(picked ? [{ name: "description", content: picked.description }] : []),
    canonicalLink(url),
  ];
}

/** The rooms of the shop on the left, the books of one on the right. */
export default function Categories({ loaderData: { categories, picked, books } }: Route.ComponentProps) {
  return (
    <div className="page pt-8 lg:pt-12">
      <h1 className={picked ? "sr-only" : "text-h1"}>Categories</h1>
      <div className={`grid gap-x-12 gap-y-8 lg:grid-cols-[17rem_minmax(0,1fr)] ${picked ? "" : "mt-8"}`}>
        <CategoryList categories={categories} pickedId={picked?.id ?? null} />
        {picked ? <CategoryBooks category={picked} categories={categories} books={books} /> : <NothingPicked />}
      </div>
    </div>
  );
}
