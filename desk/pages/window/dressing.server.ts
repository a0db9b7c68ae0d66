import { data, type ActionFunctionArgs, type LoaderFunctionArgs } from "react-router";

import { servicesContext } from "#app/http/context.ts";
import { nameOfBook } from "#desk/http/name-of-book.ts";
import { deskHref, type DeskPath } from "#desk/desk-routes.ts";
import { answerAction, type AnyDeskAction } from "#desk/http/answer-action.server.ts";
import { redirectWithFlash } from "#desk/http/redirect-with-flash.server.ts";
import { requireStaff } from "#desk/http/staff.server.ts";
import type { NamedBook } from "#shop/catalogue/content/named-books.server.ts";
import type { Services } from "#shop/services.ts";

interface ListOfBooks {
  /** What it is: also the name of the query's field. */
  kind: "table" | "list";
  /** One as its form has it; null when there is none of this id. */
  read: (
    db: Services["db"],
    id: string,
  ) => Promise<{ books: (NamedBook | null)[]; values: Record<string, string> } | null>;
  /** The form of a new one. */
  start: Record<string, string>;
  /** How many rows the form has: so many at the least and the most, and so many free ones. */
  rows: { least: number; most: number; free: number };
}

/** A table or a list with its books, or the form of a new one. */
export async function loadListOfBooks(args: LoaderFunctionArgs, { kind, read, start, rows }: ListOfBooks) {
  await requireStaff(args, { needs: "window" });
  const id = new URL(args.request.url).searchParams.get(kind)?.slice(0, 120) ?? null;
  if (id === null) return { id, count: rows.least, values: start, titles: {} as Record<string, string> };
  const found = await read(args.context.get(servicesContext).db, id);
  if (!found) throw data(`There is no such ${kind}.`, { status: 404 });
  const titles: Record<string, string> = Object.fromEntries(
    found.books.flatMap((book) => (book ? [[nameOfBook(book), book.title]] : [])),
  );
  const count = Math.min(rows.most, Math.max(rows.least, found.books.length + rows.free));
  return { id, count, values: found.values, titles };
}

/** Answers a form: what is still there is shown anew, and from what is gone the way leads back to the window. */
export function answerDressing(
  args: ActionFunctionArgs,
  actions: readonly AnyDeskAction[],
  { path, kind, bookFields }: { path: DeskPath; kind: string; bookFields?: readonly string[] },
) {
  return answerAction(
    args,
    actions,
    (_, answer) => {
      const { id, words, move } = answer as { id: string | number | null; words: string; move?: string };
      const to = id === null ? deskHref("/window") : deskHref(path, { [kind]: id, ...(move && { move }) });
      return redirectWithFlash(args.request, to, words);
    },
    bookFields,
  );
}
