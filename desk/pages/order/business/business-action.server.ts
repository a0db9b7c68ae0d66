import { z } from "zod";

import { filledFrom, refuseLostUpdate } from "#desk/http/lost-update.server.ts";
import { orderField, readForm } from "#desk/http/read-form.ts";
import { formatMonth } from "#desk/pages/gst/read-gst-query.ts";
import { changedFields } from "#shop/kernel/audit-log/changed-fields.ts";
import { typedKeys } from "#shop/kernel/text/object-keys.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";
import { ActionRefused, deskAction, type ReadAction } from "#shop/people/staff/run-action.server.ts";
import type { Business } from "#shop/sales/documents/business.ts";
import {
  correctBusiness,
  lockBusiness,
  type CorrectedBusiness,
} from "#shop/sales/documents/correct-business.server.ts";
import { readBusinessAtDesk } from "#shop/sales/documents/read-business.server.ts";
import { businessLabels, businessValues } from "./business-fields.ts";

interface Correction {
  order: string;
  was: string;
  isUnfiled: boolean;
  business: Business | null;
}

const correction = z.object({ order: orderField, was: filledFrom, filed: z.enum(["", "no", "yes"]).default("") });

function readCorrection(form: FormData): ReadAction<Correction> {
  const read = readForm(form, correction);
  const business = readBusinessAtDesk(form, null);
  if (!read.ok) return read;
  if (!business.ok) return { ok: false, errors: business.errors as Record<string, string> };
  const { order, was, filed } = read.input;
  return { ok: true, input: { order, was, isUnfiled: filed === "no", business: business.fields } };
}

/** Adds or corrects the business that an order is billed to, and with it the bill. */
export const correctOrderBusiness = deskAction({
  name: "orders.correct-business",
  does: "correct the business on a bill",
  cannotUndo: "the bill has a new version; it can be corrected again on the same page",
  needs: "orders",
  proof: "fresh passkey",
  read: readCorrection,
  async run({ services }, { order: number, was, isUnfiled, business }) {
    const held = await lockBusiness(services.db, number);
    if (held) refuseLostUpdate(was, businessValues(held.business));
    const done = await correctBusiness(services, number, { business, isUnfiled });
    if (!done.ok) throw refusalOf(done, number);
    const changed = changedFields(businessValues(done.before), businessValues(business));
    if (!changed) return { answer: "Nothing changed: it was already like this.", entry: null };
    // A GSTIN contains the PAN, which may be a person's, so only the names of the fields are in the audit log.
    const fields = typedKeys(businessLabels).flatMap((field) =>
      field in (changed.after ?? {}) ? businessLabels[field] : [],
    );
    const what = fields.map((label) => (label === "GSTIN" ? label : label.toLowerCase())).join(", ");
    const papers =
      done.numbers.length === 0
        ? "There is no bill yet: it will have this."
        : `${done.numbers.join(", ")} ${done.numbers.length === 1 ? "has" : "have"} a new version.`;
    return {
      answer: `Corrected: ${what}. ${papers}`,
      entry: {
        action: "orders.correct-business",
        words: `Corrected the ${what} of order ${number}, and ${formatCount(done.numbers.length, "document")}.${isUnfiled ? " Confirmed that GSTR-1 is not filed." : ""}`,
        subject: `order ${number}`,
        after: { fields, numbers: done.numbers, isUnfiled },
      },
    };
  },
});

function refusalOf(refused: Extract<CorrectedBusiness, { ok: false }>, number: string): ActionRefused {
  switch (refused.reason) {
    case "no-such-order":
      return new ActionRefused(`There is no order ${number}.`);
    case "erased":
      return new ActionRefused("The reader’s data was erased, so its bill stays as it is.");
    case "wrong":
      return new ActionRefused(Object.values(refused.errors).join(" "), refused.errors);
    case "filed":
      return new ActionRefused("Nothing was saved.", { filed: describeFiled(refused.month) });
  }
}

function describeFiled(month: string): string {
  return `Say whether GSTR-1 of ${formatMonth(month)} is filed. Once it is, the GST portal takes no other GSTIN for a bill of that month: refund the order, which makes a credit note, and sell it again with the GSTIN.`;
}
