/**
 * The form fields of the days off: a tick for each holiday that is offered, and rows of other days. Together with the
 * days that are over they make up the setting, which has a line for each day or period.
 */
import type { Holiday } from "#shop/kernel/regions/indian-holidays.ts";
import { isIsoDay, maxSpan, readDaysOff, type DaysOff } from "#shop/kernel/regions/working-days.ts";

/** One row: days as the form sends them, and a reason. */
export interface DaysOffRow {
  from: string;
  to: string;
  reason: string;
  isRemoved: boolean;
}

/** The number of empty rows below the days off. */
const emptyRows = 2;
/** For how many days after its end a day off stays in the setting. */
const keptDays = 366;

/** The names of the fields; that of a tick has its line, those of a row its number. */
export const daysOffFields = {
  holiday: (name: string, line: string) => `${name}.holiday.${line}`,
  from: (name: string, row: number) => `${name}.from.${row}`,
  to: (name: string, row: number) => `${name}.to.${row}`,
  reason: (name: string, row: number) => `${name}.reason.${row}`,
  remove: (name: string, row: number) => `${name}.remove.${row}`,
};

/** A day or period as a line of the setting. */
export function writeDaysOff({ from, to, name }: DaysOff): string {
  return [from === to ? from : `${from} to ${to}`, name].filter(Boolean).join(" ");
}

/**
 * Converts the form to the setting's lines, in the order of their days. Lines in the field `name` itself are kept.
 * Returns an error for each field that is wrong; its row is left out.
 */
export function readDaysOffFields(
  name: string,
  typed: Record<string, string>,
): { lines: string[]; errors: Record<string, string> } {
  const errors: Record<string, string> = {};
  const kept = (typed[name] ?? "").split(/[;\n]/);
  const holidays = Object.keys(typed).flatMap((field) =>
    field.startsWith(daysOffFields.holiday(name, "")) ? [typed[field] ?? ""] : [],
  );
  const rows = readRows(name, typed).flatMap((row, index) => {
    const { from, to, reason, isRemoved } = row;
    if (isRemoved || (from === "" && to === "" && reason === "")) return [];
    const wrong = findRowError(row);
    if (!wrong) return [writeDaysOff({ from, to: to || from, name: reason })];
    errors[daysOffFields[wrong.field](name, index)] = wrong.why;
    return [];
  });
  const lines = [...kept, ...holidays, ...rows].map((line) => line.replaceAll(/[\0\s]+/g, " ").trim()).filter(Boolean);
  return { lines: [...new Set(lines)].toSorted(), errors };
}

function findRowError({ from, to, reason }: DaysOffRow): { field: "from" | "to" | "reason"; why: string } | null {
  if (!isIsoDay(from)) return { field: "from", why: "Choose the first day." };
  if (to !== "" && (!isIsoDay(to) || to < from)) return { field: "to", why: "Choose a day from the first day on." };
  if (to !== "" && (Date.parse(to) - Date.parse(from)) / 86_400_000 > maxSpan)
    return { field: "to", why: `Choose at most ${maxSpan} days in one row.` };
  return reason.length > 60 ? { field: "reason", why: "Write at most 60 characters." } : null;
}

/** The rows that a form sent. */
export function readRows(name: string, typed: Record<string, string>): DaysOffRow[] {
  const rows: DaysOffRow[] = [];
  for (let row = 0; daysOffFields.from(name, row) in typed; row += 1) {
    const given = (field: "from" | "to" | "reason" | "remove") => typed[daysOffFields[field](name, row)] ?? "";
    // A semicolon separates the lines of the setting.
    const reason = given("reason")
      .replaceAll(/\s*[;\n]\s*/g, ", ")
      .trim();
    rows.push({ from: given("from"), to: given("to"), reason, isRemoved: given("remove") === "yes" });
  }
  return rows;
}

/** What the form shows of the setting's lines. */
export function arrangeDaysOff(lines: string[], holidays: Holiday[], today: string) {
  const oldest = new Date(Date.parse(today) - keptDays * 86_400_000).toISOString().slice(0, 10);
  const read = lines.map(readDaysOff).filter((one) => typeof one !== "string");
  const isHoliday = ({ from, to, name }: DaysOff) =>
    from === to && holidays.some((holiday) => holiday.on === from && holiday.name === name);
  const coming = read.filter(({ to }) => to >= today);
  return {
    over: read.filter(({ to }) => to < today && to >= oldest).map(writeDaysOff),
    ticked: coming.filter(isHoliday).map(writeDaysOff),
    rows: [
      ...coming
        .filter((one) => !isHoliday(one))
        .map(({ from, to, name }): DaysOffRow => ({ from, to, reason: name, isRemoved: false })),
      ...Array.from({ length: emptyRows }, (): DaysOffRow => ({ from: "", to: "", reason: "", isRemoved: false })),
    ],
  };
}
