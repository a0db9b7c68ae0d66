import type { LoaderFunctionArgs } from "react-router";

import { servicesContext } from "#app/http/context.ts";
import { csvAnswer } from "#desk/http/csv-answer.ts";
import { requireStaff } from "#desk/http/staff.server.ts";
import { csvLine } from "#shop/import/cell.ts";
import { listSearches } from "#shop/search/search-counts.server.ts";

/** What was searched for as a file. */
export async function loader(args: LoaderFunctionArgs) {
  await requireStaff(args, { needs: "reports" });
  const { db } = args.context.get(servicesContext);
  const [notFound, found] = await Promise.all([listSearches(db, "not-found"), listSearches(db, "found")]);
  const lines = [...notFound, ...found].map(({ text, visitors, found: books }) =>
    csvLine([text, String(visitors), String(books)]),
  );
  return csvAnswer("searches.csv", csvLine(["searched_for", "visitors", "books_found"]) + lines.join(""));
}
