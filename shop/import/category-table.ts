import { foldText } from "#shop/text/fold-text.ts";
import { addedEntity, type Entity } from "./entity.ts";
import type { RawSubject } from "./raw-record.ts";
import { slugOf } from "#shop/catalogue/slug.ts";

/** A category that the shop has. */
export interface KnownCategory {
  id: string;
  name: string;
  parentId: string | null;
  position: number;
}

/** A line of the bookseller's table: what a subject means. */
export interface SubjectCategory {
  scheme: string;
  code: string;
  categoryId: string;
}

const maxCategories = 4;

/** Finds the categories that a record's subjects mean. Names that the shop does not have become categories. */
export class CategoryTable {
  readonly #byName = new Map<string, string>();
  readonly #bySubject = new Map<string, string>();
  readonly #ids = new Set<string>();
  #position = 0;
  /** Categories that were made and are not written yet. */
  added: Entity[] = [];

  constructor(categories: KnownCategory[], subjects: SubjectCategory[]) {
    for (const category of categories) {
      this.#ids.add(category.id);
      this.#byName.set(nameIn(category.parentId, category.name), category.id);
      // A name alone means the first category that is called so.
      if (!this.#byName.has(nameIn(null, category.name))) this.#byName.set(nameIn(null, category.name), category.id);
      this.#position = Math.max(this.#position, category.position + 1);
    }
    for (const { scheme, code, categoryId } of subjects)
      this.#bySubject.set(`${scheme}:${keyOf(scheme, code)}`, categoryId);
  }

  /**
   * At most four categories, in the order of the subjects; `unknown` are codes that stand for none. Where a record names
   * categories, its codes add none.
   */
  resolve(all: RawSubject[]): { ids: string[]; unknown: string[] } {
    const named = all.filter(({ scheme }) => scheme === "name");
    const subjects = named.length > 0 ? named : all;
    const ids = new Set<string>();
    const unknown: string[] = [];
    for (const subject of subjects) {
      const id = this.#find(subject) ?? (subject.scheme === "name" ? this.#add(subject.code) : undefined);
      if (id) ids.add(id);
      else if (subject.scheme !== "keyword" && subject.scheme !== "name")
        unknown.push(`${subject.scheme} ${subject.code}`);
    }
    return { ids: [...ids].slice(0, maxCategories), unknown: ids.size > 0 ? [] : unknown };
  }

  #find({ scheme, code }: RawSubject): string | undefined {
    const key = keyOf(scheme, code);
    const exact = this.#bySubject.get(`${scheme}:${key}`);
    if (exact || scheme === "keyword") return exact;
    if (scheme === "name") return undefined;
    for (let length = key.length - 1; length > 0; length -= 1) {
      const id = this.#bySubject.get(`${scheme}:${key.slice(0, length)}`);
      if (id) return id;
    }
    return undefined;
  }

  /** `Fiction > Crime` is the category Crime under Fiction. */
  #add(path: string): string | undefined {
    let parentId: string | null = null;
    for (const name of path
      .split(/\s*>\s*/)
      .filter(Boolean)
      .slice(0, 2)) {
      let id: string | undefined = this.#byName.get(nameIn(parentId, name));
      if (!id) {
        id = this.#freeId(name, parentId);
        if (!id) return undefined;
        this.#ids.add(id);
        this.#byName.set(nameIn(parentId, name), id);
        if (!this.#byName.has(nameIn(null, name))) this.#byName.set(nameIn(null, name), id);
        this.added.push(addedEntity(id, { name, description: "", parent_id: parentId, position: this.#position++ }));
      }
      parentId = id;
    }
    return parentId ?? undefined;
  }

  #freeId(name: string, parentId: string | null): string | undefined {
    const slug = slugOf(name);
    return [slug, slugOf(`${parentId ?? ""} ${name}`), `${slug}-2`].find((id) => id !== "" && !this.#ids.has(id));
  }
}

function nameIn(parentId: string | null, name: string): string {
  return `${parentId ?? ""}/${foldText(name)}`;
}

function keyOf(scheme: string, code: string): string {
  return scheme === "keyword" || scheme === "name" ? foldText(code) : code.toUpperCase();
}
