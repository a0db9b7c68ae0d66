import { createReadStream } from "node:fs";
import { Readable } from "node:stream";

import { data } from "react-router";

import { servicesContext } from "#app/http/context.ts";
import { requireStaff } from "#desk/http/staff.server.ts";
import { findReport, findJob } from "#shop/catalogue/uploads/import-job.server.ts";
import { describeMissingFile } from "#shop/catalogue/uploads/describe-missing-file.ts";

import type { Route } from "./+types/report.route";

/** The report of an import as CSV; the download is written to the audit log. */
export async function loader(args: Route.LoaderArgs) {
  await requireStaff(args, { needs: "imports" });
  const { db, uploads } = args.context.get(servicesContext);
  const id = args.params.work ?? "";
  const work = /^[A-Za-z0-9_-]{22}$/.test(id) ? await findJob(db, id) : null;
  if (!work?.result?.report) throw data("There is no report of this import.", { status: 404 });
  const report = await findReport(uploads, work);
  if (!report) throw data(describeMissingFile("report", work), { status: 404 });
  const words = `Downloaded the report of ${work.fileName}.`;
  await requireStaff(args, { needs: "imports", entry: { action: "exports.import-report", words } });
  return new Response(Readable.toWeb(createReadStream(report.path)) as ReadableStream, {
    headers: {
      "content-type": "text/csv; charset=utf-8",
      "content-length": String(report.bytes),
      "content-disposition": `attachment; filename="import-report.csv"`,
    },
  });
}
