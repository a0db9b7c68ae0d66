import { isUnchanged } from "#shop/office/back-office/orders/order-record.server.ts";
import type { Services } from "#shop/services.ts";
import { ActionRefused } from "#shop/people/staff/run-action.server.ts";
import { z } from "zod";

import { openAgainMessage } from "#desk/http/read-form.ts";
/** The version of the order when the page was loaded. A form without a version is not checked. */
export const versionField = z.string().max(100, openAgainMessage).default("");

/**
 * Optimistic lock: refuses the action if the order has changed since the page was loaded, so that two people do not
 * refund or cancel the same order.
 */
export async function refuseIfOrderChanged(tx: Services["db"], number: string, seen: string): Promise<void> {
  if (seen === "" || (await isUnchanged(tx, number, seen))) return;
  throw new ActionRefused(
    `Nothing was done: somebody changed order ${number} while this page was open. The page now shows the order as it is: check it and decide again.`,
  );
}
