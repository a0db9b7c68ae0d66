import { isoDay } from "./dates.ts";

const clock = /* @__PURE__ */ new Intl.DateTimeFormat("en-GB", {
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
  timeZone: "Asia/Kolkata",
});

/** A moment as a form's field for day and time has it, in India's time: `2026-11-23T10:30`; empty for none. */
export function toMomentField(moment: string | null): string {
  return moment === null ? "" : `${isoDay(moment)}T${clock.format(new Date(moment))}`;
}

/** The ISO moment that such a field means; null for what is no day and time of a calendar. */
export function readMomentField(typed: string): string | null {
  const [, day, time] = /^(20\d\d-\d\d-\d\d)T(\d\d:\d\d)(?::\d\d)?$/.exec(typed) ?? [];
  const moment = new Date(`${day}T${time}:00+05:30`);
  // 31 February is read as a day of March.
  return Number.isNaN(moment.getTime()) || isoDay(moment) !== day ? null : moment.toISOString();
}
