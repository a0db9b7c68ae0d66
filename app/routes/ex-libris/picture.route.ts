import { data } from "react-router";

import { servicesContext } from "#app/http/context.ts";
import { readSharedPicture } from "#shop/sales/orders/plates/shared-plates.server.ts";
import type { Route } from "./+types/picture.route";

/** Serves the picture of a bookplate that a reader sends. Nothing keeps it, because it can be taken away. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const picture = await readSharedPicture(context.get(servicesContext).db, params.secret);
  if (!picture) throw data("This picture is gone.", { status: 404, headers: { "cache-control": "no-store" } });
  return new Response(new Uint8Array(picture), {
    headers: {
      "content-type": "image/png",
      "content-disposition": `inline; filename="ex-libris.png"`,
      "cache-control": "private, no-store",
      "x-robots-tag": "noindex",
    },
  });
}
