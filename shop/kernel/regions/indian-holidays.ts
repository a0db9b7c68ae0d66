/** A public holiday of India, offered to the bookseller as a day off. */
export interface Holiday {
  /** ISO day. */
  on: string;
  name: string;
  /**
   * Whether the day follows the moon or the sun. Such a day is calculated, and may differ by one day where the shop is.
   */
  isMovable: boolean;
}

/** Holidays with a fixed date: the three national holidays, and others that many shops observe. */
const fixed: [monthDay: string, name: string][] = [
  ["01-01", "New Year’s Day"],
  ["01-26", "Republic Day"],
  ["04-14", "Ambedkar Jayanti"],
  ["05-01", "May Day, Maharashtra Day"],
  ["08-15", "Independence Day"],
  ["10-02", "Gandhi Jayanti"],
  ["12-25", "Christmas"],
];

/**
 * Holidays that follow the moon or the sun, calculated for the middle of India. They agree with the tables of the Python
 * package `holidays` 0.105, except that it has Mahavir Jayanti of 2027 a day earlier. Each year compare them with the
 * Government of India's circular "Holidays to be observed in Central Government Offices" (dopt.gov.in), and add a year:
 * a test fails half a year before the list ends.
 */
const movable: [on: string, name: string][] = [
  // The sun enters Capricorn after sunset on the 14th, so the holiday is on the 15th.
  ["2027-01-15", "Makar Sankranti, Pongal"],
  ["2027-03-06", "Maha Shivaratri"],
  ["2027-03-10", "Id-ul-Fitr"],
  ["2027-03-22", "Holi"],
  ["2027-04-07", "Gudi Padwa, Ugadi"],
  ["2027-04-15", "Ram Navami"],
  ["2027-04-19", "Mahavir Jayanti"],
  ["2027-05-17", "Id-ul-Zuha (Bakrid)"],
  ["2027-05-20", "Buddha Purnima"],
  ["2027-06-16", "Muharram"],
  ["2027-08-15", "Milad-un-Nabi"],
  ["2027-08-17", "Raksha Bandhan"],
  ["2027-08-25", "Janmashtami"],
  ["2027-09-04", "Ganesh Chaturthi"],
  ["2027-09-12", "Onam"],
  ["2027-10-09", "Dussehra"],
  ["2027-10-29", "Diwali (Laxmi Pujan)"],
  ["2027-10-30", "Govardhan Puja"],
  ["2027-10-31", "Bhai Duj"],
  ["2027-11-14", "Guru Nanak Jayanti"],
  ["2028-01-15", "Makar Sankranti, Pongal"],
  ["2028-02-23", "Maha Shivaratri"],
  ["2028-02-27", "Id-ul-Fitr"],
  ["2028-03-11", "Holi"],
  ["2028-03-27", "Gudi Padwa, Ugadi"],
  ["2028-04-03", "Ram Navami"],
  ["2028-04-07", "Mahavir Jayanti"],
  ["2028-05-06", "Id-ul-Zuha (Bakrid)"],
  ["2028-05-08", "Buddha Purnima"],
  ["2028-06-04", "Muharram"],
  ["2028-08-04", "Milad-un-Nabi"],
  ["2028-08-05", "Raksha Bandhan"],
  ["2028-08-13", "Janmashtami"],
  ["2028-08-23", "Ganesh Chaturthi"],
  ["2028-09-01", "Onam"],
  ["2028-09-27", "Dussehra"],
  ["2028-10-17", "Diwali (Laxmi Pujan)"],
  ["2028-10-18", "Govardhan Puja"],
  ["2028-10-19", "Bhai Duj"],
  ["2028-11-02", "Guru Nanak Jayanti"],
];

/** The last day for which movable holidays are listed. */
export const movableUntil = "2028-12-31";

/** The holidays from `today` to the end of the next year, by date. */
export function listHolidays(today: string): Holiday[] {
  const year = Number(today.slice(0, 4));
  const ofEveryYear = [year, year + 1].flatMap((of): Holiday[] => [
    ...fixed.map(([monthDay, name]) => ({ on: `${of}-${monthDay}`, name, isMovable: false })),
    { on: goodFriday(of), name: "Good Friday", isMovable: false },
  ]);
  return [...ofEveryYear, ...movable.map(([on, name]): Holiday => ({ on, name, isMovable: true }))]
    .filter(({ on }) => on >= today && on <= `${year + 1}-12-31`)
    .toSorted((a, b) => (a.on < b.on ? -1 : a.on > b.on ? 1 : 0));
}

/** The Friday before Easter Sunday, by the anonymous Gregorian algorithm of 1876. */
function goodFriday(year: number): string {
  const a = year % 19;
  const century = Math.floor(year / 100);
  const c = year % 100;
  const g = Math.floor((8 * century + 13) / 25);
  const h = (19 * a + century - Math.floor(century / 4) - g + 15) % 30;
  const l = (32 + 2 * (century % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7;
  const m = Math.floor((a + 11 * h + 22 * l) / 451);
  const day = h + l - 7 * m + 114;
  const easter = Date.UTC(year, Math.floor(day / 31) - 1, (day % 31) + 1);
  return new Date(easter - 2 * 86_400_000).toISOString().slice(0, 10);
}
