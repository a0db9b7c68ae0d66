import { data, type RouterContextProvider } from "react-router";

import { servicesContext } from "#app/context.ts";
import { readOrderReader } from "#app/order-reader.server.ts";
import { findDocument, type IssuedDocument } from "#shop/documents/find-documents.server.ts";
import { findOrderId } from "#shop/orders/find-order.server.ts";

/** A bill or credit note for one who may see its order; throws a 404 for everybody else. Its slash is a dash in the address. */
export async function findPaper(
  context: Readonly<RouterContextProvider>,
  request: Request,
  orderNumber: string,
  paper: string,
): Promise<IssuedDocument> {
  const { db } = context.get(servicesContext);
  const reader = readOrderReader(context, request, orderNumber);
  const orderId = reader && (await findOrderId(db, orderNumber, reader));
  const number = paper.replace(/-(\d+)$/, "/$1");
  const document = orderId === null ? null : await findDocument(db, orderId, number);
  if (!document) throw data(null, { status: 404 });
  return document;
}
