import { redirect } from "react-router";

import { servicesContext } from "#app/http/context.ts";
import { requireReader } from "#app/session/visitor.server.ts";
import { href } from "#routing/href.ts";
import { readMyData } from "#shop/people/readers/my-data.server.ts";
import { checkPassword } from "#shop/people/readers/password.server.ts";
import { textOf } from "./text-of.ts";
import type { Route } from "./+types/my-data.route";

export function loader() {
  return redirect(`${href("/account/privacy")}#download`);
}

/** Downloads all data stored about a reader as one JSON file. */
export async function action({ request, context }: Route.ActionArgs) {
  const reader = requireReader(context);
  const { db, now } = context.get(servicesContext);
  const checked = await checkPassword(db, reader.id, textOf(await request.formData(), "password"));
  if (!checked.ok) return redirect(`${href("/account/privacy", { refused: checked.reason })}#download`, 303);
  return new Response(`${JSON.stringify(await readMyData(db, reader.id, now()), null, 2)}\n`, {
    headers: {
      "content-type": "application/json; charset=utf-8",
      "content-disposition": 'attachment; filename="my-data.json"',
      "cache-control": "private, no-store",
    },
  });
}
