import { z } from "zod";

import { indianStates } from "#shop/places/indian-states.ts";
import { textField } from "./text-field.ts";
import { stripInvisibleCharacters } from "#shop/text/visible-text.ts";

/** Marks that are not seen come along when a name or number is copied; the reader could not find them to take them out. */
const typed = (missing: string, max: number, tooLong: string) =>
  textField(max, { missing, tooLong }).transform((given) => stripInvisibleCharacters(given).trim());

const short = (label: string, max: number) =>
  z
    .string()
    .max(max, { error: tooLong(label, max), abort: true })
    .regex(/^[^\p{Cc}\u2028\u2029]*$/u, `Leave out line breaks and hidden characters in ${label}.`);

const tooLong = (label: string, max: number) => `Keep ${label} under ${max} characters.`;

const line = (label: string, max: number) =>
  typed(`Enter ${label}.`, max, tooLong(label, max)).pipe(short(label, max).min(1, `Enter ${label}.`));

const wrongPhone = "Enter a 10-digit Indian mobile number; the courier calls it.";
const wrongPin = "Enter the 6-digit PIN code of the address.";

/** What the shop asks of a reader and an address, each with its own sentence when it is wrong. */
export const deliveryFields = {
  email: line("your e-mail address", 254).pipe(
    z.email("Enter an e-mail address such as name@example.com, for the order's letters."),
  ),
  name: line("your name", 120),
  phone: typed("Enter your phone number.", 60, wrongPhone)
    .transform((given) => given.replace(/[\s()\p{Pd}]/gu, "").replace(/^(\+91|0091|91(?=\d{10}$)|0)/, ""))
    .pipe(z.string().regex(/^[6-9]\d{9}$/, wrongPhone))
    .transform((digits) => `+91${digits}`),
  addressLine1: line("your address", 200),
  addressLine2: typed("", 200, tooLong("the second line", 200)).pipe(short("the second line", 200)).default(""),
  city: line("your town or city", 100),
  stateCode: z.enum(
    indianStates.map((state) => state.code),
    { error: "Choose your state." },
  ),
  pin: typed("Enter your PIN code.", 20, wrongPin)
    .transform((given) => given.replace(/\s/g, ""))
    .pipe(z.string().regex(/^[1-9]\d{5}$/, wrongPin)),
};

const delivery = z.object(deliveryFields);
const address = delivery.omit({ email: true });

/** Who an order goes to, and where. */
export type Delivery = z.infer<typeof delivery>;
export type DeliveryField = keyof Delivery;
/** Who a parcel goes to, and where. */
export type Address = z.infer<typeof address>;

/** What was wrong, a sentence for each field. */
export type FieldErrors = Partial<Record<string, string>>;

export type ParsedDelivery = { ok: true; delivery: Delivery } | { ok: false; errors: FieldErrors };

/** Reads the delivery form; every field that is wrong gets its own sentence. */
export function parseDelivery(form: FormData): ParsedDelivery {
  const read = readFields(delivery, form);
  return read.ok ? { ok: true, delivery: read.fields } : read;
}

/** Reads the form of an address that is to be kept. */
export function parseAddress(form: FormData): { ok: true; fields: Address } | { ok: false; errors: FieldErrors } {
  return readFields(address, form);
}

/** Reads a form's texts by their rules; of what is wrong with a field its first sentence is said. */
export function readFields<T>(
  shape: z.ZodType<T>,
  form: FormData,
): { ok: true; fields: T } | { ok: false; errors: FieldErrors } {
  const parsed = shape.safeParse(Object.fromEntries([...form].filter(([, value]) => typeof value === "string")));
  if (parsed.success) return { ok: true, fields: parsed.data };
  const errors: FieldErrors = {};
  for (const issue of parsed.error.issues) errors[String(issue.path[0])] ??= issue.message;
  return { ok: false, errors };
}
