import { sql } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";

/** Something about an order that a person of the shop must look at. */
export interface Alert {
  kind: "dispute" | "documents" | "payment" | "refund";
  orderId: number | string;
  message: string;
  /**
   * A part of the message that says what it is about, such as the id of a payment: an order has one alert of a kind for
   * each subject. The whole message when it is not given.
   */
  subject?: string;
}

/** Tells the bookseller, once for each subject, however often it is raised and whether or not it was seen. */
export async function raiseAlert(tx: Db, { kind, orderId, message, subject = message }: Alert): Promise<void> {
  await tx.execute(sql`
    insert into alerts (kind, order_id, message) select ${kind}, ${orderId}, ${message}
    where not exists (select from alerts where order_id = ${orderId} and kind = ${kind} and position(${subject} in message) > 0)`);
}

/** Takes an alert back, because what it was about is done. */
export async function withdrawAlert(
  tx: Db,
  { kind, orderId, subject }: Omit<Required<Alert>, "message">,
): Promise<void> {
  await tx.execute(sql`
    delete from alerts where order_id = ${orderId} and kind = ${kind} and position(${subject} in message) > 0`);
}
