import { typedKeys } from "#shop/kernel/text/object-keys.ts";
import { sql } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import type { Facets, FacetValue } from "./shelf-choice.ts";
import type { Shelf } from "./shelf-rows.server.ts";

/** Upper bound on the shown values of a facet, in addition to the chosen ones. */
const maxValues = 10;

/**
 * Prepares facets for display: adds the names of categories and authors, keeps the most frequent values, and drops
 * values that every book of the shelf has and facets without anything to choose.
 */
export async function nameFacets(db: Db, shelf: Shelf, facets: Facets): Promise<Facets> {
  const { books } = shelf;
  const base = "facet" in books ? books.facet : "";
  const [categories, authors, above] = await Promise.all([
    namesOf(db, "category", mostFrequent(facets.category, 4 * maxValues)),
    namesOf(db, "author", mostFrequent(facets.author, 4 * maxValues)),
    base.startsWith("category:") ? listAbove(db, base.slice("category:".length)) : ([] as string[]),
  ]);
  const isNews = (name: string) => (value: FacetValue) =>
    value.isChosen || (`${name}:${value.value}` !== base && !(name === "category" && above.includes(value.value)));
  const named = {
    category: categories.filter(isNews("category")),
    author: authors.filter(isNews("author")),
    format: facets.format,
    language: facets.language,
  };
  const shown = { ...facets };
  for (const name of typedKeys(named)) {
    const some = mostFrequent(named[name], maxValues);
    const isChoice = some.length > 1 || some.some(({ isChosen }) => isChosen);
    shown[name] = isChoice ? some : [];
  }
  if (!shown.price.some(({ isChosen }) => isChosen) && shown.price.length < 2) shown.price = [];
  return shown;
}

/** The names of those ids that exist. */
export async function findNames(db: Db, kind: "category" | "author", ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const { rows } =
    kind === "category"
      ? await db.execute<{ id: string; name: string }>(
          sql`select id, name from categories where id = any(${ids}::text[])`,
        )
      : await db.execute<{ id: string; name: string }>(
          sql`select id, name from authors where id = any(${ids}::text[])`,
        );
  return new Map(rows.map(({ id, name }) => [id, name]));
}

async function namesOf(db: Db, kind: "category" | "author", values: FacetValue[]): Promise<FacetValue[]> {
  const names = await findNames(
    db,
    kind,
    values.map(({ value }) => value),
  );
  return values.flatMap((value) => {
    const name = names.get(value.value);
    return name === undefined ? [] : [{ ...value, name }];
  });
}

/** All ancestors of a category. */
async function listAbove(db: Db, categoryId: string): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    with recursive above as (
      select parent_id as id from categories where id = ${categoryId} and parent_id is not null
      union select k.parent_id from categories k join above on k.id = above.id where k.parent_id is not null)
    select id from above`);
  return rows.map(({ id }) => id);
}

function mostFrequent(values: FacetValue[], limit: number): FacetValue[] {
  return values.filter(({ isChosen }, place) => isChosen || place < limit);
}
