import { data } from "react-router";

import type { Services } from "#shop/services.ts";
import { findStocktake, type Stocktake } from "#shop/office/stock-room/stocktakes.server.ts";

/** Finds a count by the id in a URL; throws 404 if there is none. */
export async function readCount(db: Services["db"], id = ""): Promise<Stocktake> {
  const stocktake = /^\d{1,9}$/.test(id) ? await findStocktake(db, Number(id)) : null;
  if (!stocktake) throw data("There is no such count. Somebody may have discarded it.", { status: 404 });
  return stocktake;
}
