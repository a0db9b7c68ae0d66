import { orderField, readForm } from "#desk/http/read-form.ts";
import { parseReadersAddress, type Address } from "#shop/kernel/forms/delivery.server.ts";
import { addressFields, correctAddress, type AddressField } from "#shop/sales/orders/correct-address.server.ts";
import { ActionRefused, deskAction, type ReadAction } from "#shop/people/staff/run-action.server.ts";
import { z } from "zod";
import { addressLabels } from "./address-labels.ts";

interface Correction {
  number: string;
  before: Address;
  after: Address;
}

/** Validates the address like the checkout does, and reads the values with which the form was loaded. */
function readCorrection(form: FormData): ReadAction<Correction> {
  const order = readForm(form, z.object({ order: orderField }));
  if (!order.ok) return order;
  const after = parseReadersAddress(form);
  if (!after.ok) return { ok: false, errors: after.errors as Record<string, string> };
  const before = Object.fromEntries(addressFields.map((field) => [field, String(form.get(`was-${field}`) ?? "")]));
  return { ok: true, input: { number: order.input.order, before: before as Address, after: after.fields } };
}

/** Corrects the address of an unsent order. The audit log contains only the names of the changed fields. */
export const correctOrderAddress = deskAction({
  name: "orders.correct-address",
  does: "correct an address",
  cannotUndo: "the reader gets a letter; the address can be corrected again on the same page",
  needs: "orders",
  proof: "passkey",
  read: readCorrection,
  async run({ services }, { number, before, after }) {
    const corrected = await correctAddress(services, number, { before, after });
    if (!corrected.ok) {
      if (corrected.reason === "changed-meanwhile")
        throw new ActionRefused(
          `Nothing was saved: somebody changed ${named(corrected.fields)} meanwhile. Both versions are below. Check them, and save the right one again.`,
        );
      throw new ActionRefused(
        {
          "no-such-order": `There is no order ${number}.`,
          "too-late": `Order ${number} is not waiting to be sent any more, so its address cannot be changed.`,
          "billed-elsewhere":
            "The state cannot be changed, because the bill states where the books were sold. Cancel the order, and ask the reader to order again.",
          "gstin-elsewhere":
            "The state cannot be changed, because the buyer’s GSTIN is of this state. Cancel the order, and ask the buyer to order again.",
        }[corrected.reason],
      );
    }
    const { changed } = corrected;
    if (changed.length === 0) return { answer: "Nothing changed: it was already like this.", entry: null };
    return {
      answer: `Corrected ${named(changed)}. Do not use labels that were printed before.`,
      entry: {
        action: "orders.correct-address",
        words: `Corrected the address of order ${number}: ${named(changed)}.`,
        subject: `order ${number}`,
        before: { fields: changed },
        after: { fields: changed },
      },
    };
  },
});

function named(fields: AddressField[]): string {
  return fields.map((field) => addressLabels[field].toLowerCase()).join(", ");
}
