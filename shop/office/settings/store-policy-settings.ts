import { z } from "zod";

import { readDaysOff, readWeekdays, type DaysOff } from "#shop/kernel/regions/working-days.ts";
import type { StorePolicies } from "#shop/services.ts";

/** Working days from and to, such as `4-8`. */
const dayRange = z
  .string()
  .regex(/^\d{1,2}-\d{1,2}$/, "must be two numbers of days such as 4-8")
  .transform((given): [number, number] => {
    const [from = 0, to = 0] = given.split("-").map(Number);
    return [from, to];
  })
  .refine(([from, to]) => from <= to, "must begin with the smaller number, such as 4-8");

const days = (min: number, max: number, what: string) =>
  z
    .string()
    .refine((given) => /^\d{1,3}$/.test(given) && Number(given) >= min && Number(given) <= max, {
      error: `must be ${what} from ${min} to ${max}`,
    })
    .transform(Number);

const weekdayList = z
  .string()
  .max(200, "must name days of the week")
  .transform((given, context): number[] => {
    const days = readWeekdays(given);
    if (days) return days;
    context.addIssue({ code: "custom", message: "must name at least one day of the week, such as Mon Tue Sat" });
    return z.NEVER;
  });

const daysOff = z
  .string()
  .max(3000, "must have at most 3,000 characters")
  .transform((given, context): DaysOff[] => {
    const read = given
      .split(/\s*;\s*/)
      .filter((one) => one !== "")
      .map(readDaysOff);
    const wrong = read.find((one) => typeof one === "string");
    if (wrong === undefined) return read.filter((one) => typeof one !== "string");
    context.addIssue({ code: "custom", message: wrong });
    return z.NEVER;
  });

const line = (min: number, max: number) =>
  z.string().trim().min(min, `must have at least ${min} characters`).max(max, `must have at most ${max} characters`);

/** Settings behind the promises on the information pages. */
export const storePolicySettings = {
  SUPPORT_HOURS: line(1, 60).default("Mon-Fri 9-6 EST"),
  GRIEVANCE_OFFICER: line(1, 120).default("The bookseller (demonstration)"),
  GRIEVANCE_EMAIL: z.email("must be an e-mail address").optional(),
  GRIEVANCE_PHONE: line(5, 30).optional(),
  RETURN_DAYS: days(1, 365, "whole days").default(10),
  PACKING_DAYS: days(0, 30, "whole working days").default(2),
  ORDER_CUT_OFF_HOUR: days(1, 24, "a whole hour").default(24),
  // Indian bookshops pack on Saturdays, and carriers collect and deliver then.
  PACKING_WEEKDAYS: weekdayList.default([1, 2, 3, 4, 5, 6]),
  CARRIER_WEEKDAYS: weekdayList.default([1, 2, 3, 4, 5, 6]),
  DAYS_OFF: daysOff.default([]),
  DELIVERY_DAYS_CITIES: dayRange.default([2, 4]),
  DELIVERY_DAYS_REST: dayRange.default([4, 8]),
  DELIVERY_DAYS_FAR: dayRange.default([7, 12]),
};

type ReadSettings = z.infer<z.ZodObject<typeof storePolicySettings>> & { SUPPORT_EMAIL: string; SUPPORT_PHONE: string };

/** The shop's promises. Complaints go to the support addresses unless they have their own. */
export function readStorePolicies(read: ReadSettings): StorePolicies {
  return {
    supportHours: read.SUPPORT_HOURS,
    grievanceOfficer: {
      name: read.GRIEVANCE_OFFICER,
      email: read.GRIEVANCE_EMAIL ?? read.SUPPORT_EMAIL,
      phone: read.GRIEVANCE_PHONE ?? read.SUPPORT_PHONE,
    },
    returnDays: read.RETURN_DAYS,
    delivery: {
      packingDays: read.PACKING_DAYS,
      cities: read.DELIVERY_DAYS_CITIES,
      rest: read.DELIVERY_DAYS_REST,
      far: read.DELIVERY_DAYS_FAR,
      cutOffHour: read.ORDER_CUT_OFF_HOUR,
      packsOn: read.PACKING_WEEKDAYS,
      carriersOn: read.CARRIER_WEEKDAYS,
      daysOff: read.DAYS_OFF,
    },
  };
}
