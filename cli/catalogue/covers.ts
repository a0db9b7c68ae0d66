import { resolve } from "node:path";

import { fetchCovers } from "#shop/catalogue/pictures/fetch-covers.server.ts";
import { importCovers, type CoverImportResult } from "#shop/catalogue/pictures/import-covers.server.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";
import { command, formatTable, type CommandContext } from "#cli/command.ts";
import { createProgressBar } from "#cli/progress-bar.ts";
import { withPlainErrors } from "./with-plain-errors.ts";

export const coversImport = command({
  name: "covers import",
  noted: { action: "catalogue.import-covers", words: "Began to import covers" },
  positionals: "FOLDER|ZIP",
  description: "Imports pictures as covers; each file is named by the ISBN, the item code or the id of its book.",
  options: {},
  example: "covers.zip",
  run: ({ services, positionals: [path], progress }) =>
    withPlainErrors(async () => {
      const bar = createProgressBar(progress);
      const result = await importCovers(services, path, (part, files) =>
        bar.show(part, formatCount(files, "file"), files),
      );
      return { lines: describeCovers(result), data: result, isWell: isWell(result) };
    }),
});

export const coversFetch = command({
  name: "covers fetch",
  noted: { action: "catalogue.fetch-covers", words: "Began to fetch covers" },
  positionals: "",
  description: "Fetches the pictures that imported records link to, for books without a picture.",
  options: {},
  run: (context) =>
    withPlainErrors(async () => {
      const result = await fetchLinkedCovers(context, resolve(process.env.INIT_CWD ?? ".", "covers.report.csv"));
      return { lines: describeCovers(result), data: result, isWell: isWell(result) };
    }),
});

/** Fetches linked covers with a progress bar; failures are listed in the report. */
export function fetchLinkedCovers(
  { services, progress }: Pick<CommandContext, "services" | "progress">,
  reportName: string,
): Promise<CoverImportResult> {
  const bar = createProgressBar(progress);
  return fetchCovers(services, reportName, (part, books) => bar.show(part, formatCount(books, "book"), books));
}

/** Describes the result of an import of covers in lines of text. */
export function describeCovers({ counts, reportPath }: CoverImportResult): string[] {
  const rows: [string, number][] = [
    ["new", counts.added],
    ["changed", counts.replaced],
    ["unchanged", counts.unchanged],
    ["kept, because a person chose the cover", counts.kept],
    ["without a book in the shop", counts.unknown],
    ["refused", counts.refused],
  ];
  const lines = formatTable(
    ["Covers", "Pictures"],
    rows.map(([what, number]) => [what, number.toLocaleString("en-IN")]),
  );
  if (reportPath) lines.push(`Every picture that was not imported, and why: ${reportPath}`);
  return lines;
}

function isWell({ counts }: CoverImportResult): boolean {
  return counts.refused + counts.unknown === 0;
}
