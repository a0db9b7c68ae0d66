import { servicesContext } from "#app/http/context.ts";
import { requireStaff } from "#desk/http/staff.server.ts";
import { findBooksByText } from "#shop/catalogue/editing/find-books-by-text.server.ts";
import { requiredItem } from "#shop/kernel/text/required-value.ts";
import { findBookCodes } from "#shop/office/stock-room/find-book-codes.server.ts";
import { readTillBooks } from "#shop/sales/counter/till-books.server.ts";
import type { TillBook } from "#shop/sales/counter/till-book.ts";

import type { Route } from "./+types/find.route";

/** What a till finds for a scanned code, or for typed words. */
export interface FoundAtTill {
  books: TillBook[];
  /** Whether the code names exactly this book, so that it is added at once. */
  isExact: boolean;
}

/** The books of a scanned code, or else those that match a typed text, as JSON for a till. */
export async function loader(args: Route.LoaderArgs) {
  await requireStaff(args, { needs: "counter" });
  const { db } = args.context.get(servicesContext);
  const text = (args.url.searchParams.get("text") ?? "").replaceAll("\0", "").slice(0, 200).trim();
  const none: FoundAtTill = { books: [], isExact: false };
  if (text === "") return Response.json(none);
  const code = requiredItem(await findBookCodes(db, [text]), 0);
  const exact = "code" in code ? await readTillBooks(db, [code.code]) : [];
  if (exact.length > 0) return Response.json({ books: exact, isExact: true } satisfies FoundAtTill);
  const { mayBe } = await findBooksByText(db, text);
  const books = await readTillBooks(
    db,
    mayBe.map(({ id }) => id),
  );
  return Response.json({ books, isExact: false } satisfies FoundAtTill);
}
