import { sql } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";

/** A problem with an order that the bookseller must check. */
export interface Alert {
  kind: "dispute" | "documents" | "parcel" | "payment" | "refund" | "stock";
  orderId: number | string;
  message: string;
  /**
   * Identifies the problem, such as a payment's id, which alerts of the kind `payment` have if they are about one: an
   * order has at most one alert for each kind and subject. By default the message.
   */
  subject?: string;
}

/** Inserts an alert for the bookseller, unless the order already has one of this kind and subject, seen or not. */
export async function raiseAlert(tx: Db, { kind, orderId, message, subject = message }: Alert): Promise<void> {
  await tx.execute(sql`
    insert into alerts (kind, order_id, subject, message) select ${kind}, ${orderId}, ${subject}, ${message}
    where not exists (select from alerts
      where order_id = ${orderId} and kind = ${kind} and ${isAbout(subject)})`);
}

/** Deletes an alert whose problem is solved. */
export async function withdrawAlert(
  tx: Db,
  { kind, orderId, subject }: Omit<Required<Alert>, "message">,
): Promise<void> {
  await tx.execute(sql`
    delete from alerts where order_id = ${orderId} and kind = ${kind} and ${isAbout(subject)}`);
}

/** An alert that a shop of the previous version raised has no subject, but names it in its message. */
const isAbout = (subject: string) =>
  sql`(subject = ${subject} or subject is null and position(${subject} in message) > 0)`;
