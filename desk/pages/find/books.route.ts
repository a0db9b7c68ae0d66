import { servicesContext } from "#app/http/context.ts";
import { describePickable } from "#desk/http/books/resolve-books.server.ts";
import { requireStaff } from "#desk/http/staff.server.ts";
import { findBooksByText } from "#shop/catalogue/editing/find-books-by-text.server.ts";

import type { Route } from "./+types/books.route";

/** Books that match a typed title, as JSON for a field with suggestions. */
export async function loader(args: Route.LoaderArgs) {
  await requireStaff(args, { needs: "books" });
  const text = (args.url.searchParams.get("text") ?? "").replaceAll("\0", "").slice(0, 200).trim();
  const found = text === "" ? [] : (await findBooksByText(args.context.get(servicesContext).db, text)).mayBe;
  return Response.json(found.map(describePickable));
}
