import { z } from "zod";

import { indianStates } from "#shop/kernel/regions/indian-states.ts";
import { emailField } from "./email-field.ts";
import { describeTooLong, deskLineField, lineField, singleLine, typedField, writeAtMost } from "./line-field.ts";
import { readFields, type FieldErrors, type ReadForm } from "./read-fields.ts";
import { wrongDeliveryFields } from "./wrong-delivery-fields.ts";

/**
 * The fields of an address. `whose` selects the wording: `your` for readers, `the` for staff who type a reader's
 * address.
 */
function fieldsOf(whose: "your" | "the") {
  const isReaders = whose === "your";
  const verb = isReaders ? "Enter" : "Write";
  const line = isReaders ? lineField : deskLineField;
  const wrongPin = isReaders ? wrongDeliveryFields.pin : "Write a 6-digit PIN code.";
  const longSecondLine = isReaders ? describeTooLong("the second line", 200) : writeAtMost(200);
  const wrongPhone = isReaders
    ? wrongDeliveryFields.phone
    : "Write the reader’s 10-digit mobile number, so the courier can call.";
  return {
    name: line(`${whose} name`, 120),
    phone: typedField(`${verb} ${whose} phone number.`, 60, wrongPhone)
      .transform((given) => given.replace(/[\s()\p{Pd}]/gu, "").replace(/^(\+91|0091|91(?=\d{10}$)|0)/, ""))
      .pipe(z.string().regex(/^[6-9]\d{9}$/, wrongPhone))
      .transform((digits) => `+91${digits}`),
    addressLine1: line(`${whose} address`, 200),
    addressLine2: typedField("", 200, longSecondLine)
      .pipe(singleLine("the second line", 200, longSecondLine))
      .default(""),
    city: line(`${whose} town or city`, 100),
    stateCode: z.enum(
      indianStates.map((state) => state.code),
      { error: `Choose ${whose} state.` },
    ),
    pin: typedField(`${verb} ${whose} PIN code.`, 20, wrongPin)
      .transform((given) => given.replace(/\s/g, ""))
      .pipe(
        z
          .string()
          .regex(/^(?!0\d{5}$)/, "No PIN code begins with 0. Please check it.")
          .regex(/^[1-9]\d{5}$/, wrongPin),
      ),
  };
}

/** The fields of a delivery, each with its own error messages. */
export const deliveryFields = {
  email: emailField(wrongDeliveryFields.email),
  ...fieldsOf("your"),
};

const delivery = z.object(deliveryFields);
const address = delivery.omit({ email: true });
const readersAddress = z.object(fieldsOf("the"));

/** The recipient and address of an order. */
export type Delivery = z.infer<typeof delivery>;
export type DeliveryField = keyof Delivery;
/** The recipient and address of a parcel. */
export type Address = z.infer<typeof address>;

export type ParsedDelivery = { ok: true; delivery: Delivery } | { ok: false; errors: FieldErrors<DeliveryField> };

/** Parses the delivery form; each invalid field has its own error message. */
export function parseDelivery(form: FormData): ParsedDelivery {
  const read = readFields(delivery, form);
  return read.ok ? { ok: true, delivery: read.fields } : read;
}

const collector = delivery.pick({ email: true, name: true, phone: true });

/**
 * Parses the form of an order that is collected at the shop. Without an address, the place of supply is the state of the
 * shop (IGST Act, section 10(1)(ca)).
 */
export function parseCollector(form: FormData, stateOfShop: string): ParsedDelivery {
  const read = readFields(collector, form);
  if (!read.ok) return read;
  const noAddress = { addressLine1: "", addressLine2: "", city: "", stateCode: stateOfShop, pin: "" };
  return { ok: true, delivery: { ...read.fields, ...noAddress } };
}

/** Parses the form of an address that a reader saves. */
export function parseAddress(form: FormData): ReadForm<Address> {
  return readFields(address, form);
}

/** Parses the form in which staff type a reader's address. */
export function parseReadersAddress(form: FormData): ReadForm<Address> {
  return readFields(readersAddress, form);
}
