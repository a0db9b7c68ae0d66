import type { LoaderFunctionArgs } from "react-router";

import { servicesContext } from "#app/http/context.ts";
import { requireStaff } from "#desk/http/staff.server.ts";
import { papersFile } from "./papers-file.server.ts";
import { readGstQuery } from "./read-gst-query.ts";

/** The papers of a month as a file, without names. */
export async function loader(args: LoaderFunctionArgs) {
  await requireStaff(args, { needs: "papers" });
  const { db, now } = args.context.get(servicesContext);
  return papersFile(db, readGstQuery(args.request.url, now()).month, false);
}
