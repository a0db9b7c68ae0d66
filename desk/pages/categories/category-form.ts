import { subjectSchemes } from "#shop/catalogue/records/subject-table.ts";
import type { CategoryRecord } from "#shop/catalogue/merging/category-record.server.ts";
import { cleanText, shorten } from "#shop/kernel/text/clean-text.ts";
import { foldText } from "#shop/kernel/text/fold-text.ts";

/** Labels of the category form. */
export const categoryLabels: Record<string, string> = {
  name: "Name",
  description: "Description",
  parent: "Parent category",
  position: "Position",
  subjects: "Subject codes of imported files",
};

/** Values of the category form. */
export function categoryValues({
  name,
  description,
  parentId,
  position,
  subjects,
}: CategoryRecord): Record<string, string> {
  return {
    name,
    description,
    parent: parentId ?? "",
    position: String(position),
    subjects: subjects.join("\n"),
  };
}

const maxSubjects = 500;

/** Parses subject codes, one per line, such as `thema FFC`; or returns the problem. */
export function readSubjects(typed: string): { subjects: string[] } | { problem: string } {
  const subjects = new Set<string>();
  for (const line of typed.split(/\r?\n|\r/)) {
    const text = cleanText(line).trim();
    if (text === "") continue;
    const [scheme = "", ...rest] = text.split(" ");
    const code = rest.join(" ");
    const known = subjectSchemes.find((one) => one === scheme.toLowerCase());
    if (!known || code === "" || text.length > 200)
      return {
        problem: `“${shorten(text, 60)}” is not a subject. Write its scheme (${subjectSchemes.join(", ")}) and its code, such as thema FFC.`,
      };
    const isWord = known === "keyword" || known === "name";
    subjects.add(`${known} ${isWord ? foldText(code) : code.toUpperCase()}`);
  }
  if (subjects.size > maxSubjects) return { problem: `Write at most ${maxSubjects} subjects.` };
  return { subjects: [...subjects] };
}
