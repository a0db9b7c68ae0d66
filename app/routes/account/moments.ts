const day = new Intl.DateTimeFormat("en-IN", { dateStyle: "medium", timeZone: "Asia/Kolkata" });
const moment = new Intl.DateTimeFormat("en-IN", { dateStyle: "medium", timeStyle: "short", timeZone: "Asia/Kolkata" });

/** A day in India, from an ISO time. */
export function shortDay(at: string): string {
  return day.format(new Date(at));
}

/** A day and time in India, from an ISO time. */
export function shortMoment(at: string): string {
  return moment.format(new Date(at));
}
