import { data, redirect, type RouterContextProvider } from "react-router";

import { servicesContext } from "#app/http/context.ts";
import { readOrderViewer } from "#app/session/order-viewer.server.ts";
import { setFlash } from "#app/http/flash-cookie.server.ts";
import { href } from "#routing/href.ts";
import { findDocument, type IssuedDocument } from "#shop/sales/documents/find-documents.server.ts";
import { isDocumentName } from "#shop/sales/documents/document-name.ts";
import { findOrderId } from "#shop/sales/orders/find-order.server.ts";

/**
 * A bill or credit note for one who may see its order, by its number (the slash a dash) or by what a letter calls it;
 * throws a 404 for everybody else. What a letter promised and is not issued yet is awaited on the order's page.
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
