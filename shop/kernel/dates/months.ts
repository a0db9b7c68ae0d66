/**
 * The beginning of a month in India, given as `2026-10`, plus `monthsAfter` months. Throws a RangeError if `month` is
 * malformed.
 */
export function startOfMonth(month: string, monthsAfter = 0): Date {
  const [, year, number] = /^(20\d\d)-(0[1-9]|1[0-2])$/.exec(month) ?? [];
  if (!year || !number) throw new RangeError(`"${month}" is no month; write it as 2026-10.`);
  const months = Number(year) * 12 + Number(number) - 1 + monthsAfter;
  const [ofYear, ofMonth] = [Math.floor(months / 12), (months % 12) + 1];
  return new Date(`${ofYear}-${String(ofMonth).padStart(2, "0")}-01T00:00:00+05:30`);
}
