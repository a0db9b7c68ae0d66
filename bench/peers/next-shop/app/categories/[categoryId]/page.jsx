import Link from "next/link";
import { notFound } from "next/navigation";

import { BookShelf } from "#peer/components/book-card.jsx";
import { Facets, SortForm } from "#peer/components/list-forms.jsx";
import { countFacets, listByFacets, listCategories, sorts } from "#peer/data.js";

export const dynamic = "force-dynamic";

const facetNames = { format: "Format", language: "Language", category: "Category", author: "Author", rating: "Rating" };

export default async function Category({ params, searchParams }) {
  const [{ categoryId }, asked] = await Promise.all([params, searchParams]);
  const sort = Object.hasOwn(sorts, asked.sort) ? asked.sort : "popularity";
  const chosen = Object.keys(facetNames)
    .flatMap((name) => [asked[name] ?? []].flat().map((value) => `${name}:${value}`))
    .concat(asked.available ? ["available"] : []);
  const facets = [`category:${categoryId}`, ...chosen];
  const [categories, books, counts] = await Promise.all([
    listCategories(),
    listByFacets(facets, sort, 24),
    countFacets(facets),
  ]);
  const category = categories.find(({ id }) => id === categoryId);
  if (!category) notFound();
  const total = counts.find(({ value }) => value === "total").count;
  const open = category.parentId ?? category.id;
  return (
    <>
      <h1>{category.name}</h1>
      {category.description && <p>{category.description}</p>}
      <p role="status">{total} books</p>
      <SortForm sort={sort} sorts={Object.entries(sorts).map(([value, { name }]) => ({ value, name }))} />
      <nav aria-label="All categories">
        <ul>
          {categories
            .filter(({ parentId }) => parentId === null || parentId === open)
            .map(({ id, name, bookCount }) => (
              <li key={id}>
                <Link href={`/categories/${id}`} aria-current={id === categoryId ? "page" : undefined}>
                  <span>{name}</span> <span className="count">{bookCount}</span>
                </Link>
              </li>
            ))}
        </ul>
      </nav>
      <Facets
        facets={Object.entries(facetNames).map(([name, title]) => ({ name, title, values: valuesOf(counts, name) }))}
        chosen={chosen}
      />
      <BookShelf books={books} heading="h2" />
      {total > books.length && <Link href={`/categories/${categoryId}?page=2`}>Next</Link>}
    </>
  );
}

function valuesOf(counts, name) {
  return counts
    .filter(({ value }) => value.startsWith(`${name}:`))
    .map(({ value, count }) => ({ value: value.slice(name.length + 1), count }));
}
