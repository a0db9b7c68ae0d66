import { isoDay } from "#shop/kernel/dates/dates.ts";
import type { ShopSettings } from "#shop/services.ts";

/** The last ISO day on which an order is kept that is ready now. A week, if no order can be collected any more. */
export function lastDayKept({ collection }: Pick<ShopSettings, "collection">, now: Date): string {
  return isoDay(new Date(now.getTime() + (collection?.keptDays ?? 7) * 86_400_000));
}
