import { openingKinds, readOpening, type OpeningKind } from "#shop/catalogue/content/opening-page.ts";
import {
  findBookLanguage,
  listOpeningPages,
  type RecordedOpening,
} from "#shop/catalogue/content/opening-pages.server.ts";
import { clearOpening, findOpenedBook, writeOpening } from "#shop/catalogue/content/take-back-opening.server.ts";
import { actor, record, UsageError, type Command, type CommandContext } from "./command.ts";
import { readTextFile } from "./read-text-file.ts";

const languageOption = {
  type: "string",
  value: "CODE",
  description: "the language of the text, such as hi; the book's own when it is left out",
} as const;

export const openingSet: Command = {
  name: "opening set",
  positionals: "BOOK FILE",
  description: "Sets what a book opens with, from a text file with empty lines between paragraphs.",
  options: {
    kind: {
      type: "string",
      value: openingKinds.join("|"),
      description: "a piece of the book, its table of contents, or your own words about it (note, when it is left out)",
    },
    source: { type: "string", value: "TEXT", description: 'where a piece of the book stands, such as "Chapter 1"' },
    by: { type: "string", value: "NAME", description: "who wrote it: signs a note" },
    language: languageOption,
  },
  example: "godan opening.txt --by Meera",
  async run(context) {
    const { positionals, options } = context;
    const [bookId, file] = positionals as [string, string];
    const kind = (options.kind ?? "note") as OpeningKind;
    if (!openingKinds.includes(kind)) throw new UsageError(`--kind is one of ${openingKinds.join(", ")}.`);
    const language = String(options.language ?? (await languageOfBook(context)));
    const [source, writtenBy] = [String(options.source ?? ""), String(options.by ?? "")];
    const read = readOpening({ text: await readTextFile(file), kind, language, source, writtenBy });
    if (!read.ok) throw new UsageError(`${read.problem} (${file})`);
    const { language: written, ...opening } = read.page;
    await record(
      context,
      async ({ db, now }) => {
        const book = await findOpenedBook(db, bookId);
        if (!book) throw noSuchBook(bookId);
        return writeOpening(db, book, written, { ...opening, setBy: actor }, now());
      },
      (entry) => entry,
    );
    return { data: { book: bookId, ...read.page }, lines: [`${bookId} opens with it now.`] };
  },
};

export const openingShow: Command = {
  name: "opening show",
  positionals: "BOOK",
  description: "Shows what a book opens with.",
  options: {},
  example: "godan",
  async run(context) {
    const bookId = context.positionals[0]!;
    await languageOfBook(context);
    const pages = await listOpeningPages(context.services.db, bookId);
    return {
      data: pages,
      lines: pages.length ? pages.flatMap(asLines) : [`${bookId} opens at its title page.`],
    };
  },
};

export const openingRemove: Command = {
  name: "opening remove",
  positionals: "BOOK",
  description: "Takes away what a book opens with; it opens at its title page then.",
  options: { language: { ...languageOption, description: "only the text in this language" } },
  example: "godan",
  async run(context) {
    const bookId = context.positionals[0]!;
    await languageOfBook(context);
    const language = context.options.language === undefined ? null : String(context.options.language);
    const entry = await record(
      context,
      async ({ db }) => clearOpening(db, (await findOpenedBook(db, bookId))!, language),
      (entry) => entry,
    );
    if (!entry)
      throw new UsageError(`Nothing is written for ${bookId} to open with${language ? ` in ${language}` : ""}.`);
    const left = await listOpeningPages(context.services.db, bookId);
    return {
      data: { book: bookId, removed: entry.changes!.length },
      lines: [
        left[0]
          ? `${bookId} opens with its text in ${left[0].language} now.`
          : `${bookId} opens at its title page now.`,
      ],
    };
  },
};

/** What is known of a page in one line, then its text; an empty line before all but the first page. */
function asLines({ language, kind, source, writtenBy, setBy, paragraphs }: RecordedOpening, index: number): string[] {
  const facts = [`${kind} (${language})`, source, writtenBy && `by ${writtenBy}`, `set by ${setBy}`];
  const text = paragraphs.flatMap((paragraph) => ["", paragraph]);
  return [...(index > 0 ? [""] : []), facts.filter(Boolean).join(", "), ...text];
}

async function languageOfBook({ services, positionals }: CommandContext): Promise<string> {
  const language = await findBookLanguage(services.db, positionals[0]!);
  if (language === null) throw noSuchBook(positionals[0]!);
  return language;
}

function noSuchBook(bookId: string): UsageError {
  return new UsageError(`There is no book with the id ${bookId}. A book's id is the last part of its address.`);
}
