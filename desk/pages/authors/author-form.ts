import type { AuthorRecord } from "#shop/catalogue/merging/authors/author-record.server.ts";
import { cleanText, shorten } from "#shop/kernel/text/clean-text.ts";
import { detectScript } from "#shop/kernel/text/detect-script.ts";

/** Labels of the author form. */
export const authorLabels: Record<string, string> = {
  name: "Name",
  sortName: "Filed under",
  otherNames: "In other scripts",
  bio: "Biography",
  isFeatured: "On the home page",
};

/** Values of the author form. */
export function authorValues({ name, sortName, names, bio, isFeatured }: AuthorRecord): Record<string, string> {
  return {
    name,
    sortName: sortName ?? "",
    otherNames: Object.values(names).join("\n"),
    bio,
    isFeatured: isFeatured ? "yes" : "",
  };
}

/** Parses names in other scripts than that of the main name, one per line; returns them by script, or the problem. */
export function readOtherNames(
  typed: string,
  mainName: string,
): { names: Record<string, string> } | { problem: string } {
  const names: Record<string, string> = {};
  for (const line of typed.split(/\r?\n|\r/)) {
    const name = cleanText(line).trim();
    if (name === "") continue;
    const script = detectScript(name);
    if (script === null || name.length > 200)
      return {
        problem: `“${shorten(name, 60)}” is not a name. Write it in Latin or an Indian script, in at most 200 characters.`,
      };
    if (script === detectScript(mainName))
      return { problem: `“${shorten(name, 60)}” is in the same script as the name above. Write it in another script.` };
    if (names[script])
      return { problem: `“${names[script]}” and “${name}” are in the same script. Write only one of them.` };
    names[script] = name;
  }
  return { names };
}
