/** A public holiday of India, for a bookseller to choose days off from. */
export interface Holiday {
  /** ISO day. */
  on: string;
  name: string;
  /** It goes by the moon: the day is calculated, and may be another one by a day where the shop is. */
  isMovable: boolean;
}

/** Of every year, by month and day: the three national holidays, and others that many shops keep. */
const fixed: [monthDay: string, name: string][] = [
  ["01-01", "New Year’s Day"],
  ["01-14", "Makar Sankranti, Pongal"],
  ["01-26", "Republic Day"],
  ["05-01", "May Day"],
  ["08-15", "Independence Day"],
  ["10-02", "Gandhi Jayanti"],
  ["12-25", "Christmas"],
];

/** Gazetted holidays that go by the moon or by Easter, calculated; a test fails half a year before the list ends. */
const movable: [on: string, name: string][] = [
  ["2027-03-06", "Maha Shivaratri"],
  ["2027-03-10", "Id-ul-Fitr"],
  ["2027-03-22", "Holi"],
  ["2027-03-26", "Good Friday"],
  ["2027-04-15", "Ram Navami"],
  ["2027-04-19", "Mahavir Jayanti"],
  ["2027-05-17", "Id-ul-Zuha (Bakrid)"],
  ["2027-05-20", "Buddha Purnima"],
  ["2027-06-16", "Muharram"],
  ["2027-08-15", "Milad-un-Nabi"],
  ["2027-08-25", "Janmashtami"],
  ["2027-09-04", "Ganesh Chaturthi"],
  ["2027-10-09", "Dussehra"],
  ["2027-10-29", "Diwali (Laxmi Pujan)"],
  ["2027-11-14", "Guru Nanak Jayanti"],
];

/** The holidays of the twelve months from a day on, in their order. */
export function listHolidays(today: string): Holiday[] {
  const year = Number(today.slice(0, 4));
  const until = `${year + 1}${today.slice(4)}`;
  const all = [year, year + 1].flatMap((of) =>
    fixed.map(([monthDay, name]): Holiday => ({ on: `${of}-${monthDay}`, name, isMovable: false })),
  );
  return [...all, ...movable.map(([on, name]): Holiday => ({ on, name, isMovable: true }))]
    .filter(({ on }) => on >= today && on < until)
    .toSorted((a, b) => (a.on < b.on ? -1 : a.on > b.on ? 1 : 0));
}
