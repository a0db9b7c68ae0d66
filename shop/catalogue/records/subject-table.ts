import { foldText } from "#shop/kernel/text/fold-text.ts";

/** The schemes of subject codes that the table accepts. */
export const subjectSchemes = ["thema", "bisac", "bic", "keyword", "name"] as const;

/** A row of the bookseller's table: the category to which a subject is mapped. */
export interface SubjectCategory {
  scheme: string;
  code: string;
  categoryId: string;
}

/** A row to write, with a category by name, path or id; null deletes the row. */
export interface GivenSubject {
  scheme: string;
  code: string;
  category: string | null;
}

type Subject = Pick<SubjectCategory, "scheme" | "code">;

/** The bookseller's table of subjects, for lookups. */
export class SubjectTable {
  readonly #lines = new Map<string, SubjectCategory[]>();

  constructor(lines: SubjectCategory[]) {
    for (const line of lines) {
      const key = keyOf(line);
      this.#lines.set(key, [...(this.#lines.get(key) ?? []), line]);
    }
  }

  /**
   * The row for a subject: for codes the one with the longest matching prefix, for keywords and names an exact match.
   */
  find({ scheme, code }: Subject): SubjectCategory | undefined {
    const key = subjectCode(scheme, code);
    for (let length = key.length; length >= shortest(scheme, key); length -= 1) {
      const lines = this.#lines.get(`${scheme}:${key.slice(0, length)}`);
      if (lines) return lines[0];
    }
    return undefined;
  }

  /** All rows that match a subject, by prefix for codes. */
  findAll({ scheme, code }: Subject): SubjectCategory[] {
    const key = subjectCode(scheme, code);
    const all: SubjectCategory[] = [];
    for (let length = key.length; length >= shortest(scheme, key); length -= 1)
      all.push(...(this.#lines.get(`${scheme}:${key.slice(0, length)}`) ?? []));
    return all;
  }
}

/** The length of the shortest prefix that may match. */
function shortest(scheme: string, key: string): number {
  return isWord(scheme) ? Math.max(key.length, 1) : 1;
}

/** Normalizes a subject code for comparison. */
export function subjectCode(scheme: string, code: string): string {
  return isWord(scheme) ? foldText(code) : code.trim().toUpperCase();
}

function keyOf({ scheme, code }: Subject): string {
  return `${scheme}:${subjectCode(scheme, code)}`;
}

function isWord(scheme: string): boolean {
  return scheme === "keyword" || scheme === "name";
}
