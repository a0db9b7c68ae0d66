import { data, redirect, type RouterContextProvider } from "react-router";

import { servicesContext } from "#app/context.ts";
import { readOrderReader } from "#app/order-reader.server.ts";
import { leaveNote } from "#app/visitor/note-cookie.server.ts";
import { href } from "#routing/href.ts";
import { findDocument, type IssuedDocument } from "#shop/documents/find-documents.server.ts";
import { isPaperName } from "#shop/documents/paper-name.ts";
import { findOrderId } from "#shop/orders/find-order.server.ts";

/**
 * A bill or credit note for one who may see its order, by its number (the slash a dash) or by what a letter calls it;
 * throws a 404 for everybody else. What a letter promised and is not issued yet is awaited on the order's page.
 */
export async function findPaper(
  context: Readonly<RouterContextProvider>,
  request: Request,
  orderNumber: string,
  paper: string,
): Promise<IssuedDocument> {
  const { db } = context.get(servicesContext);
  const reader = readOrderReader(context, request, orderNumber);
  const orderId = reader && (await findOrderId(db, orderNumber, reader));
  if (orderId === null) throw data(null, { status: 404 });
  const found = await findDocument(db, orderId, paper);
  if (found) return found;
  if (!isPaperName(paper)) throw data(null, { status: 404 });
  const headers = new Headers();
  leaveNote(headers, request.url, orderNumber, "paper-soon");
  throw redirect(href("/orders/:orderNumber", { orderNumber }) + new URL(request.url).search, { status: 303, headers });
}
