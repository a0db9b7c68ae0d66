import { servicesContext } from "#app/http/context.ts";
import { requireStaff } from "#desk/http/staff.server.ts";
import { findAnything } from "./find-anything.server.ts";
import { readFindText } from "./read-find-text.ts";

import type { Route } from "./+types/answers.route";

/** What a text finds, as JSON for the list below the search box. */
export async function loader(args: Route.LoaderArgs) {
  const { staff } = await requireStaff(args, { needs: "today" });
  const text = readFindText(args.url);
  const { groups } = await findAnything(args.context.get(servicesContext), staff.role, text, { findsAlike: true });
  return Response.json(groups);
}
