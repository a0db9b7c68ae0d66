/** Calendar rules of the shop: packing days, days off, and days on which carriers move parcels. */

const dayMs = 86_400_000;

/** The days of the week as settings contain them; the index is JavaScript's number of the day, 0 for Sunday. */
export const weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"] as const;
export const weekdayNames = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"] as const;

/** One or more consecutive days without packing, as ISO days in India. */
export interface DaysOff {
  from: string;
  to: string;
  /** Such as `Diwali`; may be empty. */
  name: string;
}

/** The days on which the shop packs, and the days on which carriers work; both have at least one day of the week. */
export interface WorkingCalendar {
  /** JavaScript's numbers of the days of the week. */
  packsOn: readonly number[];
  /** The same for carriers, who collect and deliver on these days also while the shop is closed. */
  carriersOn: readonly number[];
  /** Days on which the shop does not pack. */
  daysOff: readonly DaysOff[];
}

/** India has one time zone, 5 hours 30 minutes ahead of UTC. */
export const indiaAheadMs = 19_800_000;

/** Midnight UTC of the day in India, which is how this module represents a day. */
export function dayInIndia(moment: Date): number {
  return Math.floor((moment.getTime() + indiaAheadMs) / dayMs) * dayMs;
}

/** The hour of the day in India, from 0 to 23. */
export function hourInIndia(moment: Date): number {
  return Math.floor(((moment.getTime() + indiaAheadMs) % dayMs) / 3_600_000);
}

/** The ISO day of a day given as midnight UTC. */
export function toIsoDay(day: number): string {
  return new Date(day).toISOString().slice(0, 10);
}

/** Whether the shop packs on a day, given as midnight UTC of the day in India. */
export function isPackingDay(at: number, { packsOn, daysOff }: Omit<WorkingCalendar, "carriersOn">): boolean {
  if (!packsOn.includes(new Date(at).getUTCDay())) return false;
  const day = toIsoDay(at);
  return !daysOff.some(({ from, to }) => from <= day && day <= to);
}

/** Month and day of the three national holidays, on which carriers do not work either. */
const nationalHolidays = new Set(["01-26", "08-15", "10-02"]);

/** Whether carriers collect and deliver on a day. */
export function isTransitDay(at: number, { carriersOn }: Pick<WorkingCalendar, "carriersOn">): boolean {
  return carriersOn.includes(new Date(at).getUTCDay()) && !nationalHolidays.has(toIsoDay(at).slice(5));
}

/** The first matching day from `start` on, or `maxDays` later if there is none until then. */
export function firstDay(start: number, isMatch: (at: number) => boolean): number {
  return isMatch(start) ? start : addDays(start, 1, isMatch);
}

/** The day that is `days` matching days after `start`, or `maxDays` later if there are fewer until then. */
export function addDays(start: number, days: number, isMatch: (at: number) => boolean): number {
  const end = start + maxDays * dayMs;
  let at = start;
  for (let left = days; left > 0 && at < end;) {
    at += dayMs;
    if (isMatch(at)) left -= 1;
  }
  return at;
}

/** The number of matching days after `start` until `end`, which counts. */
export function countDays(start: number, end: number, isMatch: (at: number) => boolean): number {
  let count = 0;
  for (let at = start + dayMs; at <= end; at += dayMs) if (isMatch(at)) count += 1;
  return count;
}

/** More than the 99 days in transit of a carrier who works on one day a week. */
export const maxDays = 800;

/** Such as `Monday to Saturday`, `Monday, Tuesday and Saturday` or `every day`. */
export function nameWeekdays(packsOn: readonly number[]): string {
  if (packsOn.length === 7) return "every day";
  // Weeks begin on Monday.
  const days = [1, 2, 3, 4, 5, 6, 0].filter((day) => packsOn.includes(day));
  const places = days.map((day) => (day + 6) % 7);
  const isRow = places.every((place, at) => at === 0 || place === (places[at - 1] ?? 0) + 1);
  const names = days.flatMap((day) => weekdayNames[day] ?? []);
  if (isRow && names.length > 2) return `${names[0]} to ${names.at(-1)}`;
  return new Intl.ListFormat("en-IN", { type: "conjunction" }).format(names);
}

/** Parses the days of the week in a setting, such as `Mon Tue Sat` or `Mon-Sat`; null if malformed. */
export function readWeekdays(given: string): number[] | null {
  const days = new Set<number>();
  for (const word of given.split(/[\s,]+/).filter(Boolean)) {
    const [first, last = first] = word
      .split("-")
      .map((name) => weekdays.findIndex((day) => day.toLowerCase() === name.slice(0, 3).toLowerCase()));
    if (first === undefined || last === undefined || first < 0 || last < 0) return null;
    for (let day = first; ; day = (day + 1) % 7) {
      days.add(day);
      if (day === last) break;
    }
  }
  return days.size > 0 ? [...days].sort((a, b) => a - b) : null;
}

/** The most days from the first to the last day of one entry. */
export const maxSpan = 62;

/**
 * Parses one line of days off, such as `2026-11-08 Diwali` or `2026-11-06 to 2026-11-12 Diwali week`; returns an error
 * message if malformed.
 */
export function readDaysOff(line: string): DaysOff | string {
  const [, from, to = from, name = ""] =
    /^(\d{4}-\d{2}-\d{2})(?:\s*(?:to|–|-)\s*(\d{4}-\d{2}-\d{2}))?(?:[\s:,]+(.{1,60}))?$/i.exec(line.trim()) ?? [];
  if (from === undefined || to === undefined || !isIsoDay(from) || !isIsoDay(to))
    return "must have a day in each line, such as 2027-01-26 Republic Day, or 2027-10-27 to 2027-11-01";
  if (to < from) return `must begin with the earlier day, unlike ${from} to ${to}`;
  if ((Date.parse(to) - Date.parse(from)) / dayMs > maxSpan)
    return `must have at most ${maxSpan} days in one line, unlike ${from} to ${to}`;
  return { from, to, name: name.trim() };
}

/** Whether a text is an ISO day that exists. */
export function isIsoDay(given: string): boolean {
  const at = Date.parse(given);
  return Number.isFinite(at) && new Date(at).toISOString().startsWith(given);
}
