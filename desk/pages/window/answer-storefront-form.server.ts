import { data, type ActionFunctionArgs, type LoaderFunctionArgs } from "react-router";

import { servicesContext } from "#app/http/context.ts";
import { nameOfBook } from "#desk/http/books/name-of-book.ts";
import { deskHref, type DeskPath } from "#desk/desk-routes.ts";
import { answerAction } from "#desk/http/answer-action.server.ts";
import { redirectWithFlash } from "#desk/http/redirect-with-flash.server.ts";
import { requireStaff } from "#desk/http/staff.server.ts";
import type { NamedBook } from "#shop/catalogue/content/named-books.server.ts";
import type { Services } from "#shop/services.ts";
import type { DeskAction } from "#shop/people/staff/run-action.server.ts";

interface ListOfBooks {
  /** Whether this is a table of the week or a reading list. It is also the name of the query parameter with the id. */
  kind: "table" | "list";
  /** Reads the values of the form; null if there is none with this id. */
  read: (
    db: Services["db"],
    id: string,
  ) => Promise<{ books: (NamedBook | null)[]; values: Record<string, string> } | null>;
  /** Values of a new entry. */
  start: Record<string, string>;
  /** The number of rows in the form: at least `least`, at most `most`, and `free` empty rows at the end. */
  rows: { least: number; most: number; free: number };
}

/** Loads a table or a list with its books, or the form of a new one. */
export async function loadListOfBooks(args: LoaderFunctionArgs, { kind, read, start, rows }: ListOfBooks) {
  await requireStaff(args, { needs: "window" });
  const id = new URL(args.request.url).searchParams.get(kind)?.slice(0, 120) ?? null;
  const none: Record<string, string> = {};
  if (id === null) return { id, count: rows.least, values: start, titles: none };
  const found = await read(args.context.get(servicesContext).db, id);
  if (!found) throw data(`There is no such ${kind}.`, { status: 404 });
  const titles: Record<string, string> = Object.fromEntries(
    found.books.flatMap((book) => (book ? [[nameOfBook(book), book.title]] : [])),
  );
  const count = Math.min(rows.most, Math.max(rows.least, found.books.length + rows.free));
  return { id, count, values: found.values, titles };
}

/** The id of the entry that an action saved (null if the action removed it), and the message. */
interface Dressed {
  id: string | number | null;
  words: string;
  move?: string;
}

/** Runs an action and redirects to the edited entry, or to the storefront page if the entry was removed. */
export function answerStorefrontForm(
  args: ActionFunctionArgs,
  actions: readonly DeskAction<any, Dressed>[],
  { path, kind, bookFields }: { path: DeskPath; kind: string; bookFields?: readonly string[] },
) {
  return answerAction(
    args,
    actions,
    (_, answer) => {
      const { id, words, move } = answer;
      const to = id === null ? deskHref("/window") : deskHref(path, { [kind]: id, ...(move && { move }) });
      return redirectWithFlash(args.request, to, words);
    },
    bookFields,
  );
}
