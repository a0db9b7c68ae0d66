/** The actions on suppliers: add, change their terms, and note payments. */
import { z } from "zod";

import { filledFrom, refuseLostUpdate } from "#desk/http/lost-update.server.ts";
import { readForm } from "#desk/http/read-form.ts";
import { findOrAddSupplier, findSupplier, saveSupplier, type Supplier } from "#shop/office/buying/suppliers.server.ts";
import { notePayment } from "#shop/office/buying/statement.server.ts";
import { isoDay } from "#shop/kernel/dates/dates.ts";
import { rupeesField } from "#shop/kernel/forms/rupees-field.ts";
import { formatPaise } from "#shop/kernel/money/money.ts";
import { bases, type Basis } from "#shop/office/stock-room/terms.ts";
import { changedFields } from "#shop/kernel/audit-log/changed-fields.ts";
import { deskLineField, deskOptionalLine } from "#shop/kernel/forms/line-field.ts";
import { wholeNumberField } from "#shop/kernel/forms/whole-number-field.ts";
import { isKeyOf } from "#shop/kernel/text/object-keys.ts";
import { ActionRefused, deskAction, refuseFields } from "#shop/people/staff/run-action.server.ts";
import { findMistypedGstin } from "#shop/sales/documents/gstin.ts";
import { buyingPermission, idField, percentField } from "./buying-fields.ts";

const nameField = deskLineField("the name", 120);

/** Adds a supplier, or finds the one of this name. */
export const addSupplier = deskAction({
  name: "buying.add-supplier",
  does: "add a supplier",
  ...buyingPermission,
  read: (form) => readForm(form, z.object({ name: nameField })),
  async run({ services: { db } }, { name }) {
    const { supplier, isNew } = await findOrAddSupplier(db, name);
    return {
      answer: { id: supplier.id, words: isNew ? "Added. Enter the terms." : "This supplier is there already." },
      entry: isNew
        ? { action: "buying.add-supplier", words: `Added the supplier ${name}.`, subject: `supplier ${supplier.id}` }
        : null,
    };
  },
});

const terms = z.object({
  supplier: idField,
  was: filledFrom,
  name: nameField,
  gstin: deskOptionalLine("the GSTIN", 20)
    .transform((typed) => typed.replaceAll(" ", "").toUpperCase())
    .superRefine((gstin, context) => {
      const error = gstin === "" ? null : findMistypedGstin(gstin);
      if (error) context.addIssue(`The GSTIN ${error}.`);
    }),
  email: deskOptionalLine("the e-mail address", 254).pipe(
    z.literal("").or(z.email("Write an e-mail address, such as orders@publisher.in.")),
  ),
  discount: percentField,
  creditDays: wholeNumberField(0, 365, { empty: { means: 0 } }),
  basis: z.custom<Basis>((given) => typeof given === "string" && isKeyOf(bases, given), "Choose one."),
  returnDays: wholeNumberField(1, 3_650, { empty: { means: null }, or: ", or leave it empty for no limit" }),
});

/** The values of the form of a supplier. */
export function supplierValues({ name, gstin, email, discount, creditDays, basis, returnDays }: Supplier) {
  return {
    name,
    gstin,
    email,
    discount: discount === 0 ? "" : String(discount / 100),
    creditDays: creditDays === 0 ? "" : String(creditDays),
    basis,
    returnDays: returnDays === null ? "" : String(returnDays),
  } satisfies Record<string, string>;
}

/** Saves the name and the terms of a supplier. Orders that were sent keep their discount. */
export const saveSupplierAtDesk = deskAction({
  name: "buying.save-supplier",
  does: "change a supplier",
  ...buyingPermission,
  read: (form) => readForm(form, terms),
  async run({ services: { db } }, { supplier: id, was, ...after }) {
    const before = await findSupplier(db, id, { forUpdate: true });
    if (!before) throw new ActionRefused("There is no such supplier.");
    refuseLostUpdate(was, supplierValues(before));
    const changed = changedFields(supplierValues(before), supplierValues({ ...after, id }));
    if (!changed) return { answer: { id, words: "You changed nothing, so nothing was saved." }, entry: null };
    const done = await saveSupplier(db, before, after);
    if (done === "name-taken") refuseFields({ name: "Another supplier has this name." });
    if (done === "name-used")
      refuseFields({ name: `Deliveries are under the name ${before.name}, so it cannot be changed any more.` });
    return {
      answer: { id, words: "Saved." },
      entry: {
        action: "buying.save-supplier",
        words: `Changed the supplier ${after.name}.`,
        subject: `supplier ${id}`,
        before: changed.before ?? undefined,
        after: changed.after ?? undefined,
      },
    };
  },
});

const payment = z.object({
  supplier: idField,
  paidOn: z.iso.date("Choose a day."),
  paid: rupeesField().refine((paise) => paise > 0, "Enter more than 0."),
  reference: deskOptionalLine("the reference", 60),
});

/** Notes a payment to a supplier. */
export const notePaymentAtDesk = deskAction({
  name: "buying.note-payment",
  does: "note a payment to a supplier",
  ...buyingPermission,
  read: (form) => readForm(form, payment),
  async run({ services: { db }, session, at }, { supplier: id, paidOn, paid, reference }) {
    const supplier = await findSupplier(db, id, { forUpdate: true });
    if (!supplier) throw new ActionRefused("There is no such supplier.");
    if (paidOn > isoDay(at.toISOString())) refuseFields({ paidOn: "This day is in the future." });
    await notePayment(db, id, { paidOn, paise: paid, reference }, session.staff.id);
    const words = `Noted a payment of ${formatPaise(paid)} to ${supplier.name}.`;
    return {
      answer: { id, words },
      entry: { action: "buying.note-payment", words, subject: `supplier ${id}`, after: { paidOn, paid, reference } },
    };
  },
});
