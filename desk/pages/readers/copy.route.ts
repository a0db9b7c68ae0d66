import { data } from "react-router";

import { servicesContext } from "#app/http/context.ts";
import { requireStaff } from "#desk/http/staff.server.ts";
import { readMyData } from "#shop/people/readers/my-data.server.ts";
import { readReaderId } from "./read-reader.ts";

import type { Route } from "./+types/copy.route";

/** Everything stored about a reader, as the JSON file that readers can also download themselves. */
export async function loader(args: Route.LoaderArgs) {
  const id = readReaderId(args.params.reader);
  const subject = `reader ${id}`;
  const words = `Downloaded a copy of all data of reader ${id}.`;
  const entry = { action: "exports.reader", words, subject, reader: id };
  await requireStaff(args, { needs: "people", proof: "fresh passkey", entry });
  const { db, now } = args.context.get(servicesContext);
  const stored = await readMyData(db, id, now());
  if (stored.account.length === 0) throw data("There is no such reader.", { status: 404 });
  return new Response(`${JSON.stringify(stored, null, 2)}\n`, {
    headers: {
      "content-type": "application/json; charset=utf-8",
      "content-disposition": `attachment; filename="reader-${id}.json"`,
    },
  });
}
