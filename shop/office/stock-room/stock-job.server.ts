import type { DbAndClock } from "#shop/services.ts";
import { applyPlannedMrps } from "./lots/planned-mrps.server.ts";
import { countReorderBooks } from "./low-stock.server.ts";

export { wantedSeconds } from "./low-stock.server.ts";

/** Counts the demand for the list of books to order, and sets the planned MRPs that are due. */
export async function runStockJob(services: DbAndClock): Promise<void> {
  await countReorderBooks(services.db, services.now());
  await applyPlannedMrps(services);
}
