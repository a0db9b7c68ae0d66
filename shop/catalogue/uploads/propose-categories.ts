import type { CategoryTable } from "#shop/catalogue/records/category-table.ts";
import { foldText } from "#shop/kernel/text/fold-text.ts";

/** The most categories that a form offers for a name. */
const maxCategories = 80;

/** The shop's categories, first those that share a word with one of the names; none without names. */
export function listCategories(table: CategoryTable, names: string[]): [id: string, path: string][] {
  if (names.length === 0) return [];
  const words = new Set(names.flatMap(wordsOf));
  const resembles = ([, path]: [string, string]) => wordsOf(path).some((word) => words.has(word));
  const [near, others] = [table.list().filter(resembles), table.list().filter((one) => !resembles(one))];
  return [...near, ...others].slice(0, maxCategories);
}

/**
 * The category that each name most likely means: by the standard keywords, such as `cookery` for food, otherwise the one
 * with the most words of the name and no others, or with all of them.
 */
export function proposeCategories(table: CategoryTable, names: string[]): Record<string, string> {
  const categories = table.list().map(([id, path]) => ({ id, words: distinctWords(path.split(" > ").at(-1) ?? path) }));
  return Object.fromEntries(
    names.flatMap((name) => {
      const words = distinctWords(name);
      const [best] = categories
        .map((category) => ({ ...category, shared: [...words].filter((word) => category.words.has(word)).length }))
        .filter(({ words: theirs, shared }) => shared > 0 && (shared === theirs.size || shared === words.size))
        .toSorted((one, other) => other.shared - one.shared || one.words.size - other.words.size);
      const id = table.resolve([{ scheme: "keyword", code: name }]).ids[0] ?? best?.id;
      return id ? [[name, id]] : [];
    }),
  );
}

/** The words of a name that tell categories apart. */
function distinctWords(name: string): Set<string> {
  const words = foldText(name).match(/[\p{L}\p{M}]{3,}/gu) ?? [];
  return new Set(words.map((word) => word.replace(/s$/, "")).filter((word) => !/^(?:book|and|the|for)$/.test(word)));
}

/** The longer words of a name: `CHILDREN` and `Children’s books` share one. */
function wordsOf(name: string): string[] {
  return (foldText(name).match(/[\p{L}\p{M}]{4,}/gu) ?? []).map((word) => word.replace(/s$/, ""));
}
