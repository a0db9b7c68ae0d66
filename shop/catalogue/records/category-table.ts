/** Resolves the subjects of records to the shop's categories, by names, codes and keywords. */
import { foldText } from "#shop/kernel/text/fold-text.ts";
import { isKeyOf } from "#shop/kernel/text/object-keys.ts";
import { newEntity, type Entity } from "./entity.ts";
import type { RawSubject } from "#shop/catalogue/fields/raw-values.ts";
import { toSlug } from "#shop/catalogue/books/slug.ts";
import { idsOfName, present, unique } from "./known-records.ts";
import { SubjectTable, type SubjectCategory } from "./subject-table.ts";

/** A category of the shop. */
export interface KnownCategory {
  id: string;
  name: string;
  parentId: string | null;
  position: number;
}

const maxCategories = 4;

/** How names of categories are resolved that the shop does not have. */
interface Naming {
  areNewLeft?: boolean;
  given?: Readonly<Record<string, string | null>>;
  spell?: (name: string) => string;
}

/** Resolves subjects to categories. Names without a category create one. */
export class CategoryTable {
  readonly #byName = new Map<string, string>();
  readonly #subjects: SubjectTable;
  readonly #parents = new Map<string, string | null>();
  readonly #ids = new Set<string>();
  readonly #names = new Map<string, string>();
  /** Ids of the categories that this table created. */
  readonly #made = new Set<string>();
  #position = 0;
  /** Created categories that are not saved yet. */
  added: Entity[] = [];

  constructor(categories: KnownCategory[], subjects: SubjectCategory[]) {
    for (const category of categories) {
      this.#ids.add(category.id);
      this.#names.set(category.id, category.name);
      this.#parents.set(category.id, category.parentId);
      this.#byName.set(nameIn(category.parentId, category.name), category.id);
      // A name without a path refers to the first category with this name.
      if (!this.#byName.has(nameIn(null, category.name))) this.#byName.set(nameIn(null, category.name), category.id);
      this.#position = Math.max(this.#position, category.position + 1);
    }
    this.#subjects = new SubjectTable(subjects);
  }

  /**
   * Returns at most four categories, in the order of the subjects; `unknown` are codes without a category. Names take
   * precedence over codes, and codes over keywords, which publishers write for search engines. `fresh` are names
   * without a category; with `areNewLeft`, none is created for them unless `given` has null for the name, and they are
   * returned as unknown. A created category is named as `spell` writes its name.
   */
  resolve(
    subjects: RawSubject[],
    { areNewLeft = false, given = {}, spell }: Naming = {},
  ): { ids: string[]; unknown: string[]; fresh: string[] } {
    const named = subjects.filter(({ scheme }) => scheme === "name");
    if (named.length > 0) {
      const isLeft = (name: string) => areNewLeft && !(isKeyOf(given, name) && given[name] === null);
      const found = named.map((subject) => ({
        name: subject.code,
        id: this.#find(subject) ?? (isLeft(subject.code) ? this.#known(subject.code) : this.named(subject.code, spell)),
      }));
      const fresh = unique(found.filter(({ id }) => !id || this.#made.has(id)).map(({ name }) => name));
      return {
        ids: first(found.map(({ id }) => id)),
        unknown: fresh.filter(isLeft).map((name) => `“${name}”`),
        fresh,
      };
    }
    const codes = subjects.filter(({ scheme }) => scheme !== "keyword");
    const ids = this.#narrowest(codes.map((subject) => this.#find(subject)));
    if (ids.length > 0) return { ids: first(ids), unknown: [], fresh: [] };
    const keywords = subjects.filter(({ scheme }) => scheme === "keyword");
    const byWord = first(this.#narrowest(keywords.map((subject) => this.#find(subject))));
    const unknown = byWord.length > 0 ? [] : codes.map(({ scheme, code }) => `${scheme} ${code}`);
    return { ids: byWord, unknown, fresh: [] };
  }

  #find(subject: RawSubject): string | undefined {
    return this.#subjects.find(subject)?.categoryId;
  }

  /** Removes categories whose sub-category is also found: the page of the parent shows these books too. */
  #narrowest(ids: (string | undefined)[]): (string | undefined)[] {
    const above = new Set(ids.map((id) => id && this.#parents.get(id)));
    return present(ids).filter((id) => !above.has(id));
  }

  /** The categories of the shop with their paths, without those that this table created. */
  list(): [id: string, path: string][] {
    return [...this.#names.keys()].filter((id) => !this.#made.has(id)).map((id) => [id, this.pathOf(id)]);
  }

  /** The existing category with this path or this id. */
  find(path: string): string | undefined {
    return this.#byNames(path.split(/\s*>\s*/)) ?? (this.#ids.has(path) ? path : undefined);
  }

  /** The existing category for a path in the form of `named`. */
  #known(path: string): string | undefined {
    return this.#byNames(pathOf(path));
  }

  #byNames(names: string[]): string | undefined {
    let id: string | undefined;
    for (const name of names) {
      id = this.#byName.get(nameIn(id ?? null, name));
      if (!id) return undefined;
    }
    return id;
  }

  /** The category for a path, created if needed: `Fiction > Crime` is Crime under Fiction. */
  named(path: string, spell = (name: string) => name): string | undefined {
    let parentId: string | null = null;
    for (const name of pathOf(path).map(spell)) {
      let id: string | undefined = this.#byName.get(nameIn(parentId, name));
      if (!id) {
        id = this.#freeId(name, parentId);
        if (!id) return undefined;
        this.#ids.add(id);
        this.#made.add(id);
        this.#names.set(id, name);
        this.#parents.set(id, parentId);
        this.#byName.set(nameIn(parentId, name), id);
        if (!this.#byName.has(nameIn(null, name))) this.#byName.set(nameIn(null, name), id);
        this.added.push(newEntity(id, { name, description: "", parent_id: parentId, position: this.#position++ }));
      }
      parentId = id;
    }
    return parentId ?? undefined;
  }

  /** The path of a category: `Fiction > Crime`; the id itself if the table does not contain it. */
  pathOf(id: string): string {
    const parentId = this.#parents.get(id);
    const name = this.#names.get(id) ?? id;
    return parentId ? `${this.#names.get(parentId) ?? parentId} > ${name}` : name;
  }

  #freeId(name: string, parentId: string | null): string | undefined {
    if (!/[\p{L}\p{N}]/u.test(name)) return undefined;
    const slug = toSlug(name);
    const candidates = slug ? [slug, toSlug(`${parentId ?? ""} ${name}`), `${slug}-2`] : idsOfName(name);
    return candidates.find((id) => !this.#ids.has(id));
  }
}

/** The names of a path, parent first; there are only two levels. */
function pathOf(path: string): string[] {
  return path
    .split(/\s*>\s*/)
    .filter(Boolean)
    .slice(0, 2);
}

function nameIn(parentId: string | null, name: string): string {
  return `${parentId ?? ""}/${foldText(name)}`;
}

function first(ids: (string | undefined)[]): string[] {
  return unique(present(ids)).slice(0, maxCategories);
}
