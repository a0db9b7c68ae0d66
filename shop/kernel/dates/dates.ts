/** A point in time in any form of the code, the database or JSON; a string is an ISO time or day. */
type Moment = Date | string | number;

/**
 * Formats moments in India's time zone, whatever the server's zone is, because the shop and its readers use that one.
 */
function inIndia(options: Intl.DateTimeFormatOptions, locale = "en-IN") {
  const format = new Intl.DateTimeFormat(locale, { ...options, timeZone: "Asia/Kolkata" });
  return (moment: Moment) => format.format(new Date(moment));
}

/** `21 November 2026`. */
export const longDay = /* @__PURE__ */ inIndia({ dateStyle: "long" });

/** `21 Nov 2026`. */
export const shortDay = /* @__PURE__ */ inIndia({ dateStyle: "medium" });

/** `21 November 2026 at 1:30 am`. */
export const longMoment = /* @__PURE__ */ inIndia({ dateStyle: "long", timeStyle: "short" });

/** `21 Nov 2026, 1:30 am`. */
export const shortMoment = /* @__PURE__ */ inIndia({ dateStyle: "medium", timeStyle: "short" });

/** `1:30 am`. */
export const timeOfDay = /* @__PURE__ */ inIndia({ timeStyle: "short" });

/** `2026-11-21`, as `<time dateTime>`, documents and sorting need it. */
export const isoDay = /* @__PURE__ */ inIndia({ dateStyle: "short" }, "en-CA");
