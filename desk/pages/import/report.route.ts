import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { Readable } from "node:stream";

import { data, type LoaderFunctionArgs } from "react-router";

import { servicesContext } from "#app/http/context.ts";
import { requireStaff } from "#desk/http/staff.server.ts";
import { findWork, workFolder } from "#shop/uploads/import-work.server.ts";

/** The report of an import, as a file. Who took it is recorded. */
export async function loader(args: LoaderFunctionArgs) {
  await requireStaff(args, { needs: "imports" });
  const { db, uploads } = args.context.get(servicesContext);
  const id = args.params.work ?? "";
  const work = /^[A-Za-z0-9_-]{22}$/.test(id) ? await findWork(db, id) : null;
  const name = work?.result?.report ?? null;
  const path = work && name !== null ? join(workFolder(uploads, work.id), basename(name)) : null;
  const facts = path === null ? null : await stat(path).catch(() => null);
  if (path === null || !facts) throw data("There is no report of this import.", { status: 404 });
  const words = `Downloaded the report of ${work!.fileName}.`;
  await requireStaff(args, { needs: "imports", entry: { action: "exports.import-report", words } });
  return new Response(Readable.toWeb(createReadStream(path)) as ReadableStream, {
    headers: {
      "content-type": "text/csv; charset=utf-8",
      "content-length": String(facts.size),
      "content-disposition": `attachment; filename="import-report.csv"`,
    },
  });
}
