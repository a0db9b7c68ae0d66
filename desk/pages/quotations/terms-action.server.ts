/** The action that saves the buyer and the terms of a draft. */
import { z } from "zod";

import { filledFrom, refuseLostUpdate } from "#desk/http/lost-update.server.ts";
import { readForm } from "#desk/http/read-form.ts";
import { idField, percentField } from "#desk/pages/buying/buying-fields.ts";
import { changedFields } from "#shop/kernel/audit-log/changed-fields.ts";
import { isoDay } from "#shop/kernel/dates/dates.ts";
import { parseReadersAddress } from "#shop/kernel/forms/delivery.server.ts";
import { emailField } from "#shop/kernel/forms/email-field.ts";
import { deskTextField } from "#shop/kernel/forms/line-field.ts";
import { wholeNumberField } from "#shop/kernel/forms/whole-number-field.ts";
import { rupeesField } from "#shop/kernel/forms/rupees-field.ts";
import { indianStates } from "#shop/kernel/regions/indian-states.ts";
import { may } from "#shop/people/staff/roles.ts";
import { deskAction, refuseFields, type ReadAction } from "#shop/people/staff/run-action.server.ts";
import { readBusinessAtDesk } from "#shop/sales/documents/read-business.server.ts";
import { quotationNumber } from "#shop/sales/quotations/quotation.ts";
import { saveQuotation, type QuotationTerms } from "#shop/sales/quotations/quotations.server.ts";
import { findIt, holdDraft, subjectOf } from "./held-quotation.server.ts";
import { quotingPermission, termValues } from "./quotation-fields.ts";

const year = 366 * 86_400_000;

const terms = z.object({
  quotation: idField,
  was: filledFrom,
  email: emailField("Write an e-mail address, such as library@school.in."),
  discount: percentField,
  delivery: rupeesField({ most: 1_00_000, empty: { means: 0 } }),
  creditDays: wholeNumberField(1, 180, { empty: { means: null }, or: ", or leave it empty" }),
  validUntil: z.iso.date("Choose a day."),
  words: deskTextField(1_000),
});

interface Terms {
  id: number;
  was: string;
  terms: QuotationTerms;
}

function readTerms(form: FormData): ReadAction<Terms> {
  const read = readForm(form, terms);
  const address = parseReadersAddress(form);
  const state = indianStates.find(({ code }) => code === form.get("stateCode"));
  const business = readBusinessAtDesk(form, state?.code ?? null);
  if (!read.ok || !address.ok || !business.ok) {
    const errors = [read, address, business].map((part) => (part.ok ? {} : part.errors));
    return { ok: false, errors: Object.assign({}, ...errors) as Record<string, string> };
  }
  const { quotation: id, was, discount, delivery: shippingPaise, ...rest } = read.input;
  const typed = String(form.get("discount") ?? "").trim();
  const given = { ...address.fields, ...rest, shippingPaise, business: business.fields };
  return { ok: true, input: { id, was, terms: { ...given, discount: typed === "" ? null : discount } } };
}

/** Saves buyer and terms of a draft. Only some roles may set a discount by hand, and sell on credit. */
export const saveTerms = deskAction({
  name: "quotations.save",
  does: "change a quotation",
  cannotUndo: "nothing is sent yet, and it can be changed again",
  ...quotingPermission,
  read: readTerms,
  async run({ services, session, at }, { id, was, terms: given }) {
    await holdDraft(services.db, id);
    const before = await findIt(services, id);
    refuseLostUpdate(was, termValues(before));
    if (!may(session.staff.role, "trade-terms")) {
      if (given.discount !== before.discount)
        refuseFields({ discount: "Only an owner may set a discount by hand. Leave it as it is." });
      if (given.creditDays !== before.creditDays)
        refuseFields({ creditDays: "Only an owner may sell on credit. Leave it as it is." });
    }
    if (given.validUntil < isoDay(at)) refuseFields({ validUntil: "This day is over." });
    if (given.validUntil > isoDay(at.getTime() + year)) refuseFields({ validUntil: "Choose a day within a year." });
    const changed = changedFields(termValues(before), termValues({ ...before, ...given }));
    if (!changed) return { answer: { id, words: "You changed nothing, so nothing was saved." }, entry: null };
    await saveQuotation(services.db, id, given);
    // Names and addresses of people stay out of the audit log.
    const { discount, delivery, creditDays, validUntil } = termValues({ ...before, ...given });
    return {
      answer: { id, words: "Saved." },
      entry: {
        action: "quotations.save",
        words: `Changed the quotation ${quotationNumber(id)}.`,
        subject: subjectOf(id),
        after: { discount, delivery, creditDays, validUntil },
      },
    };
  },
});
