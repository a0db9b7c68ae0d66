import { z } from "zod";

import { singleLine, typedField } from "#shop/kernel/forms/line-field.ts";
import { readFields, type ReadForm } from "#shop/kernel/forms/read-fields.ts";
import { stateName } from "#shop/kernel/regions/indian-states.ts";
import type { Business } from "./business.ts";
import { gstCodeOf, stateOfGstCode } from "./gst-states.ts";
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

/**
 * Reads the business of an order that is sent to `stateCode`, null if that is not known; it is null if all its fields are
 * empty.
 */
export function readBusiness(form: FormData, stateCode: string | null): ReadForm<Business | null> {
  const read = readFields(business, form);
  if (!read.ok) return read as ReadForm<never>;
  const { businessName: name, gstin, purchaseOrder } = read.fields;
  const errors = findBusinessErrors({ name, gstin, purchaseOrder }, stateCode);
  if (errors) return { ok: false, errors };
  return { ok: true, fields: name || gstin || purchaseOrder ? { name, gstin, purchaseOrder } : null };
}

/** Reads the number of the buyer's purchase order alone; empty if there is none. */
export function readPurchaseOrder(
  form: FormData,
): { ok: true; purchaseOrder: string } | { ok: false; error: string | undefined } {
  const read = readFields(business.pick({ purchaseOrder: true }), form);
  return read.ok ? { ok: true, ...read.fields } : { ok: false, error: read.errors.purchaseOrder };
}

/**
 * What is wrong with a business whose fields are right each: the bill of a registered business has its name, and an
 * address in the state of its GSTIN, which is the place of supply.
 */
function findBusinessErrors({ name, gstin }: Business, stateCode: string | null) {
  if (gstin === "") return null;
  if (name === "") return { businessName: "Enter the name in which the GSTIN is registered." };
  return stateCode === null || gstin.startsWith(gstCodeOf(stateCode))
    ? null
    : { gstin: describeOtherState(gstin, stateCode) };
}

function describeOtherState(gstin: string, stateCode: string): string {
  const state = stateOfGstCode(gstin.slice(0, 2));
  const its = state === null ? "another state" : stateName(state);
  return `This GSTIN is of ${its}, and the books go to ${stateName(stateCode)}. Give that of the state they go to.`;
}
