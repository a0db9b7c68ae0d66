import { foldText } from "#shop/kernel/text/fold-text.ts";

/** The schemes of subjects, as the bookseller writes them. */
export const subjectSchemes = ["thema", "bisac", "bic", "keyword", "name"] as const;

/** A line of the bookseller's table: what a subject means. */
export interface SubjectCategory {
  scheme: string;
  code: string;
  categoryId: string;
}

/** A line that the bookseller gives, with a category by name, path or id; without one it is taken out. */
export interface GivenSubject {
  scheme: string;
  code: string;
  category: string | null;
}

type Subject = Pick<SubjectCategory, "scheme" | "code">;

/** The bookseller's table of subjects. */
export class SubjectTable {
  readonly #lines = new Map<string, SubjectCategory[]>();

  constructor(lines: SubjectCategory[]) {
    for (const line of lines) {
      const key = keyOf(line);
      this.#lines.set(key, [...(this.#lines.get(key) ?? []), line]);
    }
  }

  /** The line that a subject falls under: of codes the longest one that it begins with, of words the very one. */
  find({ scheme, code }: Subject): SubjectCategory | undefined {
    const key = subjectCode(scheme, code);
    for (let length = key.length; length >= shortest(scheme, key); length -= 1) {
      const lines = this.#lines.get(`${scheme}:${key.slice(0, length)}`);
      if (lines) return lines[0];
    }
    return undefined;
  }

  /** Every line that a subject falls under. */
  findAll({ scheme, code }: Subject): SubjectCategory[] {
    const key = subjectCode(scheme, code);
    const all: SubjectCategory[] = [];
    for (let length = key.length; length >= shortest(scheme, key); length -= 1)
      all.push(...(this.#lines.get(`${scheme}:${key.slice(0, length)}`) ?? []));
    return all;
  }
}

/** The length of the shortest beginning that counts. */
function shortest(scheme: string, key: string): number {
  return isWord(scheme) ? Math.max(key.length, 1) : 1;
}

/** A subject in the form in which subjects are compared. */
export function subjectCode(scheme: string, code: string): string {
  return isWord(scheme) ? foldText(code) : code.trim().toUpperCase();
}

function keyOf({ scheme, code }: Subject): string {
  return `${scheme}:${subjectCode(scheme, code)}`;
}

function isWord(scheme: string): boolean {
  return scheme === "keyword" || scheme === "name";
}
