import { isUnchanged } from "#shop/office/back-office/orders/order-record.server.ts";
import type { Services } from "#shop/services.ts";
import { ActionRefused } from "#shop/people/staff/run-action.server.ts";
import { z } from "zod";

import { openAgain } from "#desk/http/read-form.ts";
/** Version of the order when the page was loaded; a form without a version is not checked. */
export const versionField = z.string().max(100, openAgain).default("");

/**
 * Optimistic lock: refuses the action if the order has changed since the page was loaded, so that two people do not
 * both refund or cancel it.
 */
export async function refuseIfOrderChanged(tx: Services["db"], number: string, seen: string): Promise<void> {
  if (seen === "" || (await isUnchanged(tx, number, seen))) return;
  throw new ActionRefused(
    `Nothing was done: somebody changed order ${number} while this page was open. The page now shows the order as it is: check it and decide again.`,
  );
}
