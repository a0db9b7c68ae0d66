import { z } from "zod";

import { singleLine, typedField } from "#shop/kernel/forms/line-field.ts";
import { readFields, type ReadForm } from "#shop/kernel/forms/read-fields.ts";
import { stateName } from "#shop/kernel/regions/indian-states.ts";
import type { Business } from "./business.ts";
import { stateOfGstCode } from "./gst-states.ts";
import { findMistypedGstin } from "./gstin.ts";

const optionalLine = (label: string, max: number) =>
  typedField("", max, `Keep ${label} under ${max} characters.`).pipe(singleLine(label, max)).default("");

const fields = {
  name: optionalLine("the name", 120),
  gstin: typedField("", 40, "A GSTIN has 15 characters.")
    .transform((typed) => typed.replaceAll(/[\s\p{Pd}]/gu, "").toUpperCase())
    .superRefine((gstin, context) => {
      const error = gstin === "" ? null : findMistypedGstin(gstin);
      if (error) context.addIssue(`The GSTIN ${error}.`);
    })
    .default(""),
  purchaseOrder: optionalLine("the number", 40),
};
const business = z.object({ businessName: fields.name, gstin: fields.gstin, purchaseOrder: fields.purchaseOrder });

/** The business that a sale at the counter is billed to. It may be of any state, as its books go nowhere. */
export const businessField = z.object(fields).superRefine((given, context) => {
  for (const error of Object.values(findBusinessErrors(given, null) ?? {})) context.addIssue(error);
});

const atDesk = business.extend({ businessAddress: optionalLine("the address", 160) });

/**
 * Reads the business of an order that is sent to `stateCode`; it is null if all its fields are empty. Its GSTIN must be of that
 * state, because the cart asks for one address.
 */
export function readBusiness(form: FormData, stateCode: string): ReadForm<Business | null> {
  const read = readFields(business, form);
  if (!read.ok) return read as ReadForm<never>;
  return checked(read.fields, stateCode, "Give that of the state they go to, or ask us for a quotation.");
}

/**
 * Reads the business as staff type it, with the address of a GSTIN that is registered elsewhere. `stateCode` is null if it is
 * not known yet where the books go.
 */
export function readBusinessAtDesk(form: FormData, stateCode: string | null): ReadForm<Business | null> {
  const read = readFields(atDesk, form);
  if (!read.ok) return read as ReadForm<never>;
  return checked(read.fields, stateCode);
}

function checked(
  {
    businessName: name,
    gstin,
    purchaseOrder,
    businessAddress: address = "",
  }: z.infer<typeof business> & { businessAddress?: string },
  stateCode: string | null,
  hint?: string,
): ReadForm<Business | null> {
  const given = { name, gstin, purchaseOrder, ...(address && { address }) };
  const errors = findBusinessErrors(given, stateCode, hint);
  if (errors) return { ok: false, errors };
  return { ok: true, fields: name || gstin || purchaseOrder || address ? given : null };
}

/** Reads the number of the buyer's purchase order alone; empty if there is none. */
export function readPurchaseOrder(
  form: FormData,
): { ok: true; purchaseOrder: string } | { ok: false; error: string | undefined } {
  const read = readFields(business.pick({ purchaseOrder: true }), form);
  return read.ok ? { ok: true, ...read.fields } : { ok: false, error: read.errors.purchaseOrder };
}

export type BusinessErrors = Partial<Record<"businessName" | "gstin" | "businessAddress", string>>;

/**
 * What is wrong with a business whose fields are each valid, null if nothing is. The bill of a registered business has its name,
 * and an address in the state of its GSTIN: that of the delivery, or its own address if the books go to another one for it
 * (IGST Act, section 10(1)(a) and (b)).
 */
export function findBusinessErrors(
  { name, gstin, address }: Business,
  stateCode: string | null,
  hint = "Enter the GSTIN of that state, or also the address of the business, if the books go elsewhere for it.",
): BusinessErrors | null {
  if (gstin === "")
    return address ? { businessAddress: "Enter the GSTIN of this address, or leave the address empty." } : null;
  if (name === "") return { businessName: "Enter the name in which the GSTIN is registered." };
  const state = stateOfGstCode(gstin.slice(0, 2));
  if (state === null) return { gstin: "This GSTIN begins with the code of no state." };
  if (stateCode === null || address || state === stateCode) return null;
  return { gstin: `This GSTIN is of ${stateName(state)}, and the books go to ${stateName(stateCode)}. ${hint}` };
}
