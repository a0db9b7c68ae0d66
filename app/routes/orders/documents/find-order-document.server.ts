import { data, redirect, type RouterContextProvider } from "react-router";

import { servicesContext } from "#app/http/context.ts";
import { readOrderViewer } from "#app/session/order-viewer.server.ts";
import { setFlash } from "#app/http/flash-cookie.server.ts";
import { href } from "#routing/href.ts";
import { findDocument, type IssuedDocument } from "#shop/sales/documents/find-documents.server.ts";
import { isDocumentName } from "#shop/sales/documents/document-name.ts";
import { findOrderId } from "#shop/sales/orders/find-order.server.ts";

/**
 * Finds a bill or credit note of an order that the viewer may see, by its number (with a dash for the slash) or by the
 * name that letters use; throws 404 otherwise. A document that is not issued yet redirects to the order's page with a
 * message.
 */
export async function findOrderDocument(
  context: Readonly<RouterContextProvider>,
  request: Request,
  orderNumber: string,
  name: string,
): Promise<IssuedDocument> {
  const { db } = context.get(servicesContext);
  const viewer = readOrderViewer(context, request, orderNumber);
  const orderId = viewer && (await findOrderId(db, orderNumber, viewer));
  if (orderId === null) throw data(null, { status: 404 });
  const found = await findDocument(db, orderId, name);
  if (found) return found;
  if (!isDocumentName(name)) throw data(null, { status: 404 });
  const headers = new Headers();
  setFlash(headers, request.url, orderNumber, "document-soon");
  throw redirect(href("/orders/:orderNumber", { orderNumber }) + new URL(request.url).search, { status: 303, headers });
}
