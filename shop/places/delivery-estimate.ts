import { deliveryDays, type DeliveryRegion, type DeliveryTimes } from "./delivery-regions.ts";

const dayMs = 86_400_000;
/** India has one clock, 5 hours 30 minutes ahead of UTC. */
const indiaAheadMs = 19_800_000;

const day = new Intl.DateTimeFormat("en-IN", { day: "numeric", timeZone: "UTC" });
const month = new Intl.DateTimeFormat("en-IN", { month: "short", timeZone: "UTC" });
const weekday = new Intl.DateTimeFormat("en-IN", { weekday: "short", timeZone: "UTC" });

/** When an order of this moment would arrive: `Thu 26 – Sat 28 Nov`. Saturdays and Sundays are no working days. */
export function estimateDelivery(times: DeliveryTimes, region: DeliveryRegion, now: Date): string {
  const [from, to] = deliveryDays(times, region).map((days) => addWorkingDays(now, days)) as [Date, Date];
  if (from.getTime() === to.getTime()) return `${short(to)} ${month.format(to)}`;
  const isOneMonth = month.format(from) === month.format(to);
  return `${short(from)}${isOneMonth ? "" : ` ${month.format(from)}`} – ${short(to)} ${month.format(to)}`;
}

/** Midnight UTC of the day in India that is so many working days after the moment. */
function addWorkingDays(now: Date, days: number): Date {
  let at = Math.floor((now.getTime() + indiaAheadMs) / dayMs) * dayMs;
  for (let left = days; left > 0;) {
    at += dayMs;
    const weekday = new Date(at).getUTCDay();
    if (weekday !== 0 && weekday !== 6) left--;
  }
  return new Date(at);
}

function short(date: Date): string {
  return `${weekday.format(date)} ${day.format(date)}`;
}
