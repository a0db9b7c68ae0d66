import { isoDay } from "./dates.ts";

const clock = /* @__PURE__ */ new Intl.DateTimeFormat("en-GB", {
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
  timeZone: "Asia/Kolkata",
});

/** Formats a moment for a `datetime-local` field, in India's time: `2026-11-23T10:30`; empty for null. */
export function toMomentField(moment: string | null): string {
  return moment === null ? "" : `${isoDay(moment)}T${clock.format(new Date(moment))}`;
}

/** Parses the value of a `datetime-local` field to an ISO moment; null if it is malformed or not a calendar day. */
export function readMomentField(typed: string): string | null {
  const [, day, time] = /^(20\d\d-\d\d-\d\d)T(\d\d:\d\d)(?::\d\d)?$/.exec(typed) ?? [];
  const moment = new Date(`${day}T${time}:00+05:30`);
  // `Date` parses 31 February as a day of March, so compare the day.
  return Number.isNaN(moment.getTime()) || isoDay(moment) !== day ? null : moment.toISOString();
}
