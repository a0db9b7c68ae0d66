import { sql, type SQL } from "#db/sql.ts";

/** Statements that add one row to each table of carriers; run them after the statements for orders. */
export function fillCarriers(name: string): SQL[] {
  return [
    sql`insert into parcel_bookings (order_id, reference, carrier, state, contents, grams, length_mm, width_mm, height_mm, asked_at)
      select order_id, ${name}, 'delhivery', 'asked', '[]', 400, 240, 180, 50, now() from order_events order by id desc limit 1`,
    sql`insert into carrier_pins (carrier, pin, is_wanted) values ('delhivery', ${name === "first" ? "560001" : "560002"}, true)`,
  ];
}

/** For each table and check constraint, an assignment that violates the constraint. */
export const refusedAtCarriers: Record<string, Record<string, string>> = {
  carrier_pins: {
    answer_check: "answered_at = now()",
    carrier_check: "carrier = 'pigeon'",
    days_check: "days = -1",
    pin_check: "pin = '012345'",
  },
  parcel_bookings: {
    carrier_check: "carrier = 'pigeon'",
    charge_paise_check: "charge_paise = -1",
    collect_paise_check: "collect_paise = -1",
    grams_check: "grams = 0",
    height_mm_check: "height_mm = 0",
    length_mm_check: "length_mm = 0",
    news_check: "news = 'eaten'",
    number_check: "state = 'booked'",
    state_check: "state = 'lost'",
    width_mm_check: "width_mm = 0",
  },
};

/** Unique constraints, each with its table and columns. */
export const onceAtCarriers: Record<string, [table: string, columns: string]> = {
  parcel_bookings_open: ["parcel_bookings", "order_id"],
  parcel_bookings_reference_key: ["parcel_bookings", "reference"],
};
