/** Calendar rules of the shop: packing days, days off, and days on which parcels are moved. */

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

export interface PackingCalendar {
  /** JavaScript's numbers of the days of the week; at least one. */
  packsOn: readonly number[];
  daysOff: readonly DaysOff[];
}

/** Whether the shop packs on a day, given as midnight UTC of the day in India. */
export function isPackingDay(at: number, { packsOn, daysOff }: PackingCalendar): boolean {
  if (!packsOn.includes(new Date(at).getUTCDay())) return false;
  const day = new Date(at).toISOString().slice(0, 10);
  return !daysOff.some(({ from, to }) => from <= day && day <= to);
}

/** Month and day of the three national holidays, on which carriers do not work either. */
const nationalHolidays = new Set(["01-26", "08-15", "10-02"]);

/**
 * Whether carriers move a parcel on a day: on the shop's packing days of the week, also during its days off, but not on
 * national holidays.
 */
export function isTransitDay(at: number, { packsOn }: PackingCalendar): boolean {
  const monthDay = new Date(at).toISOString().slice(5, 10);
  return packsOn.includes(new Date(at).getUTCDay()) && !nationalHolidays.has(monthDay);
}

/** The first matching day from `start` on. Examines at most `mostDays` days, so that it ends even if none matches. */
export function firstDay(start: number, isOne: (at: number) => boolean): number {
  let at = start;
  for (let looked = 0; looked < mostDays && !isOne(at); looked += 1) at += dayMs;
  return at;
}

/** The day that is `days` matching days after `start`. */
export function addDays(start: number, days: number, isOne: (at: number) => boolean): number {
  let at = start;
  for (let left = days; left > 0; left -= 1) at = firstDay(at + dayMs, isOne);
  return at;
}

const mostDays = 800;

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

const maxSpan = 62;

/**
 * Parses one line of days off, such as `2026-11-08 Diwali` or `2026-11-06 to 2026-11-12 Diwali week`; returns an error
 * message if malformed.
 */
export function readDaysOff(line: string): DaysOff | string {
  const [, from, to = from, name = ""] =
    /^(\d{4}-\d{2}-\d{2})(?:\s*(?:to|–|-)\s*(\d{4}-\d{2}-\d{2}))?(?:[\s:,]+(.{1,60}))?$/i.exec(line.trim()) ?? [];
  if (from === undefined || to === undefined || !isDay(from) || !isDay(to))
    return "must have a day in each line, such as 2027-01-26 Republic Day, or 2027-10-27 to 2027-11-01";
  if (to < from) return `must begin with the earlier day, unlike ${from} to ${to}`;
  if ((Date.parse(to) - Date.parse(from)) / dayMs > maxSpan)
    return `must have at most ${maxSpan} days in one line, unlike ${from} to ${to}`;
  return { from, to, name: name.trim() };
}

function isDay(given: string): boolean {
  const at = Date.parse(given);
  return Number.isFinite(at) && new Date(at).toISOString().startsWith(given);
}
