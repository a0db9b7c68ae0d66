import { nameDay } from "#shop/kernel/regions/delivery-promise.ts";
import { listHolidays } from "#shop/kernel/regions/indian-holidays.ts";
import {
  addDays,
  dayInIndia,
  firstDay,
  isPackingDay,
  toIsoDay,
  weekdayNames,
  type DaysOff,
  type WorkingCalendar,
} from "#shop/kernel/regions/working-days.ts";

/** How many days in advance Today announces a day off, so that a date that moved is noticed in time. */
const announcedDays = 14;

/** Text about a day off: today's, or the next one; null if none is near. */
export function describeDaysOff(calendar: WorkingCalendar, now: Date): string | null {
  const day = dayInIndia(now);
  const today = toIsoDay(day);
  const packs = (at: number) => isPackingDay(at, calendar);
  const daysOff = calendar.daysOff.toSorted((a, b) => (a.from < b.from ? -1 : 1));
  if (!packs(day)) {
    const dayOff = daysOff.find(({ from, to }) => from <= today && today <= to);
    const why = dayOff ? dayOff.name : weekdayNames[new Date(day).getUTCDay()];
    return `Nobody packs today${why ? ` (${why})` : ""}. The next packing day is ${nameDay(toIsoDay(firstDay(day, packs)))}.`;
  }
  const until = toIsoDay(addDays(day, announcedDays, () => true));
  const next = daysOff.find(({ from }) => from > today && from <= until);
  return next ? describeNext(next, today) : null;
}

function describeNext({ from, to, name }: DaysOff, today: string): string {
  const days = from === to ? `on ${nameDay(from)}` : `from ${nameDay(from)} to ${nameDay(to)}`;
  const isMovable = listHolidays(today).some((one) => one.on === from && one.name === name && one.isMovable);
  const check = isMovable ? " Check the date: it may be a day earlier or later." : "";
  return `Nobody packs ${days}${name ? ` (${name})` : ""}.${check}`;
}
