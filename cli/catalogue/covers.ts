import { readFile } from "node:fs/promises";
import { resolve } from "node:path";

import { setCover } from "#shop/catalogue/editing/set-cover.server.ts";
import { UnreadableFileError } from "#shop/catalogue/fields/raw-record.ts";
import { pinDesign, UnknownDesignError } from "#shop/catalogue/cover-designs/pin-design.server.ts";
import { fetchCovers } from "#shop/catalogue/pictures/fetch-covers.server.ts";
import { importCovers, type CoverImportResult } from "#shop/catalogue/pictures/import-covers.server.ts";
import { PictureStoreError } from "#shop/catalogue/pictures/picture-store.ts";
import { PictureRefusedError } from "#shop/catalogue/pictures/read-picture.server.ts";
import { findCoveredBook, storeFile } from "#shop/catalogue/pictures/save-cover.server.ts";
import { counted } from "#shop/kernel/text/counted.ts";
import { actor, command, formatTable, record, UsageError, type CommandContext } from "#cli/command.ts";
import { createProgressBar } from "#cli/progress-bar.ts";

export const coversImport = command({
  name: "covers import",
  noted: { action: "catalogue.import-covers", words: "Began to import covers" },
  positionals: "FOLDER|ZIP",
  description: "Takes pictures as covers; each file is named by the ISBN of its book, or by its id.",
  options: {},
  example: "covers.zip",
  run: ({ services, positionals: [path], progress }) =>
    withPlainErrors(async () => {
      const bar = createProgressBar(progress);
      const result = await importCovers(services, path, (part, files) => bar.show(part, counted(files, "file"), files));
      return { lines: describeCovers(result), data: result, isWell: isWell(result) };
    }),
});

export const coversFetch = command({
  name: "covers fetch",
  noted: { action: "catalogue.fetch-covers", words: "Began to fetch covers" },
  positionals: "",
  description: "Fetches the pictures that imported records link to, for books that have none yet.",
  options: {},
  run: (context) =>
    withPlainErrors(async () => {
      const result = await fetchLinkedCovers(context, resolve(process.env.INIT_CWD ?? ".", "covers.report.csv"));
      return { lines: describeCovers(result), data: result, isWell: isWell(result) };
    }),
});

export const coversSet = command({
  name: "covers set",
  positionals: "BOOK FILE",
  description: "Makes a picture the cover of a book, named by ISBN or id; no import changes it any more.",
  options: {},
  example: "9780140449136 front.jpg",
  run: (context) =>
    withPlainErrors(async () => {
      const { services } = context;
      const [name, path] = context.positionals;
      const book = await findCoveredBook(services.db, name);
      if (!book) throw new UsageError(`There is no book with the ISBN or id ${name}.`);
      const file = await readFile(path).catch((error: Error) => {
        throw new UsageError(`The file ${path} cannot be read.`, { cause: error });
      });
      // The picture is no cover yet; the shop takes it away if it stays so.
      const { id: picture } = await storeFile(services, file, path.slice(-200));
      const outcome = await record(
        context,
        async ({ db }) => setCover(db, book.id, picture),
        (changes) =>
          typeof changes === "string" || changes.length === 0
            ? null
            : {
                action: "books.cover",
                words: `Changed the cover of ${book.id}.`,
                subject: `book ${book.id}`,
                changes,
              },
      ).then((changes) => {
        if (typeof changes === "string") throw new UsageError(`There is no book with the ISBN or id ${name}.`);
        if (changes.length === 0) return "unchanged";
        return book.coverImageId === null ? "added" : "replaced";
      });
      const line = outcome === "unchanged" ? "It was this picture before." : "The picture is the cover now.";
      return { lines: [`${book.id}: ${line}`], data: { book: book.id, outcome } };
    }),
});

export const coversDraw = command({
  name: "covers draw",
  positionals: "BOOK",
  description:
    "Chooses how the drawn cover of a book looks, named by ISBN or id; without options the shop chooses anew.",
  options: {
    layout: { type: "string", value: "NAME", description: "a layout, such as stack; an unknown one names them all" },
    inks: { type: "string", value: "NAME", description: "inks, such as bone; unknown ones name them all" },
  },
  example: "9780140449136 --layout stack --inks bone",
  run: async (context) => {
    const { services, options } = context;
    const [name] = context.positionals;
    const book = await findCoveredBook(services.db, name);
    if (!book) throw new UsageError(`There is no book with the ISBN or id ${name}.`);
    const { layout, inks } = options;
    const pinned = await record(
      context,
      (within) => pinDesign(within, book.id, { layout, inks }, actor),
      (pinned) =>
        pinned && pinned.changes.length > 0
          ? {
              action: "books.design",
              words: `Chose how the cover of ${book.id} is drawn.`,
              subject: `book ${book.id}`,
              changes: pinned.changes,
            }
          : null,
    ).catch((error: unknown) => {
      throw error instanceof UnknownDesignError ? new UsageError(error.message, { cause: error }) : error;
    });
    const { design } = pinned!;
    const lines = [`${book.id}: Its drawn cover has the layout ${design.layout} in the inks ${design.inks} now.`];
    if (book.coverImageId !== null) lines.push("Readers see its picture instead, as long as it has one.");
    return { lines, data: { book: book.id, ...design } };
  },
});

/** Fetches what is linked to, with a progress bar; what is not fetched stands in the report. */
export function fetchLinkedCovers(
  { services, progress }: Pick<CommandContext, "services" | "progress">,
  reportName: string,
): Promise<CoverImportResult> {
  const bar = createProgressBar(progress);
  return fetchCovers(services, reportName, (part, books) => bar.show(part, counted(books, "book"), books));
}

/** What bringing in pictures came to, for a person. */
export function describeCovers({ counts, reportPath }: CoverImportResult): string[] {
  const rows: [string, number][] = [
    ["new", counts.added],
    ["changed", counts.replaced],
    ["unchanged", counts.unchanged],
    ["left alone, because a person chose the cover", counts.kept],
    ["of no book that the shop knows", counts.unknown],
    ["refused", counts.refused],
  ];
  const lines = formatTable(
    ["Covers", "Pictures"],
    rows.map(([what, number]) => [what, number.toLocaleString("en-IN")]),
  );
  if (reportPath) lines.push(`Every picture that was not taken, and why: ${reportPath}`);
  return lines;
}

function isWell({ counts }: CoverImportResult): boolean {
  return counts.refused + counts.unknown === 0;
}

/** A store that does not answer, or a file that is no picture, is said in one sentence. */
export async function withPlainErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (
      error instanceof UnreadableFileError ||
      error instanceof PictureRefusedError ||
      error instanceof PictureStoreError
    )
      throw new UsageError(error.message, { cause: error });
    throw error;
  }
}
