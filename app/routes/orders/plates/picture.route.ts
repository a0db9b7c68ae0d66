import { data, redirect } from "react-router";
import { z } from "zod";

import type { SentPicture } from "#app/components/plates/send-picture.tsx";
import { printOf } from "#app/display/book-print.server.ts";
import { rateLimiterContext, servicesContext, visitorContext } from "#app/http/context.ts";
import { setFlash } from "#app/http/flash-cookie.server.ts";
import { unreadableForm } from "#app/http/unreadable-form.ts";
import { readOrderViewer } from "#app/session/order-viewer.server.ts";
import { href } from "#routing/href.ts";
import { sharePlate, takeBackPlate } from "#shop/sales/orders/plates/shared-plates.server.ts";
import type { Route } from "./+types/picture.route";

const command = z.strictObject({ intent: z.enum(["make", "take-away"]) });

export function loader({ params }: Route.LoaderArgs) {
  return redirect(href("/orders/:orderNumber/bookplates/:bookId", params));
}

/** Makes the picture of a bookplate or takes it away: responds to scripts with JSON, to plain forms with a redirect. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const parsed = command.safeParse(Object.fromEntries(await request.formData()));
  const { orderNumber: number, bookId } = params;
  const by = readOrderViewer(context, request, number);
  if (!by) throw data(null, { status: 404 });
  if (!parsed.success) throw unreadableForm();
  const plate = { number, bookId, by };
  const headers = new Headers({ "cache-control": "private, no-store" });
  const key = new URL(request.url).searchParams.get("key");
  const back = `${href("/orders/:orderNumber/bookplates/:bookId", params, { key })}#picture`;
  if (parsed.data.intent === "take-away") {
    await takeBackPlate(services.db, plate);
    return redirect(back, { status: 303, headers });
  }
  const { isScript } = context.get(visitorContext).requested;
  const seconds = context.get(rateLimiterContext).consume("plate");
  if (seconds > 0) {
    headers.set("retry-after", String(seconds));
    if (isScript) return Response.json({ path: null } satisfies SentPicture, { status: 429, headers });
    setFlash(headers, request.url, number, "many-pictures");
    return redirect(back, { status: 303, headers });
  }
  const secret = await sharePlate(services, plate, printOf);
  if (secret === null) throw data(null, { status: 404 });
  if (!isScript) return redirect(back, { status: 303, headers });
  return Response.json({ path: href("/ex-libris/:secret", { secret }) } satisfies SentPicture, { headers });
}
