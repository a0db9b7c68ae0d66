import { data } from "react-router";

import { printOf } from "#app/display/book-print.server.ts";
import { rateLimiterContext, servicesContext } from "#app/http/context.ts";
import { readOrderViewer } from "#app/session/order-viewer.server.ts";
import { renderPlateSheets } from "#shop/office/print/plate-sheets.server.ts";
import { findOrderId, isOrderPaid } from "#shop/sales/orders/find-order.server.ts";
import { drawPlates } from "#shop/sales/orders/plates/draw-plates.server.ts";
import { findPlates } from "#shop/sales/orders/plates/find-plates.server.ts";
import type { Route } from "./+types/sheet.route";

/** The most bookplates of an order on its sheets: each takes some tenths of a second to draw. */
const maxPlates = 40;

/** Serves the bookplates of a paid order as PDF, to cut out. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { db, settings, now } = context.get(servicesContext);
  const { orderNumber: number } = params;
  const by = readOrderViewer(context, request, number);
  const isTheirs = by !== null && (await findOrderId(db, number, by)) !== null && (await isOrderPaid(db, number));
  const orders = isTheirs ? await findPlates(db, [number]) : [];
  if (!orders[0] || orders[0].books.length === 0) throw data(null, { status: 404 });
  const seconds = context.get(rateLimiterContext).consume("plate");
  if (seconds > 0)
    return new Response(`Many bookplates were asked for. Please wait ${seconds} seconds and try again.`, {
      status: 429,
      headers: { "retry-after": String(seconds), "cache-control": "private, no-store" },
    });
  const plates = await drawPlates(db, orders, printOf, maxPlates);
  return new Response(new Uint8Array(await renderPlateSheets(plates, settings.name, now())), {
    headers: {
      "content-type": "application/pdf",
      "content-disposition": `inline; filename="bookplates-${number}.pdf"`,
      "referrer-policy": "no-referrer",
    },
  });
}
