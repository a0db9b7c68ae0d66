import { isUnchanged } from "#shop/office/back-office/orders/order-record.server.ts";
import type { Services } from "#shop/services.ts";
import { ActionRefused } from "#shop/people/staff/run-action.server.ts";
import { z } from "zod";

import { openAgain } from "#desk/http/read-form.ts";
/** How the order stood when the page was shown; a form that does not say is not compared. */
export const versionField = z.string().max(100, openAgain).default("");

/** Refuses what somebody else's change came before: nobody refunds or cancels twice what two of them saw. */
export async function holdUnchanged(tx: Services["db"], number: string, seen: string): Promise<void> {
  if (seen === "" || (await isUnchanged(tx, number, seen))) return;
  throw new ActionRefused(
    `Nothing was done: somebody changed order ${number} while this page was open. It shows now how the order stands; look, and decide again.`,
  );
}
