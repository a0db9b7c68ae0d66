import { z } from "zod";

import { readForm } from "#desk/http/read-form.ts";
import { closeDifference, reopenDifference } from "#shop/sales/payments/close-difference.server.ts";
import { deskAction } from "#shop/people/staff/run-action.server.ts";
import { deskTextField } from "#shop/kernel/forms/line-field.ts";

const difference = z.object({
  kind: z.string().regex(/^[a-z-]{1,30}$/, "Choose a difference."),
  entity: z.string().regex(/^[a-z]+_\w{1,40}$/, "Choose a difference."),
});

/** Closes a difference after it was examined. The explanation is written to the audit log. */
export const closePayoutDifference = deskAction({
  name: "payouts.close",
  does: "close a difference of a payout",
  cannotUndo: "the difference can be opened again on the same page",
  needs: "payouts",
  proof: "passkey",
  read: (form) =>
    readForm(
      form,
      difference.extend({
        why: deskTextField(500, "Explain the difference. Your text is shown on the page History."),
      }),
    ),
  async run({ services, at }, { kind, entity, why }) {
    const isClosed = await closeDifference(services.db, { kind, entityId: entity }, at);
    const entry = {
      action: "payouts.close",
      words: `Closed a difference of a payout about ${entity}.`,
      subject: entity,
      why,
    };
    return { answer: `The difference about ${entity} is closed.`, entry: isClosed ? entry : null };
  },
});

/** Reopens a closed difference. */
export const reopenPayoutDifference = deskAction({
  name: "payouts.reopen",
  does: "open a difference of a payout again",
  cannotUndo: "the difference can be closed again on the same page",
  needs: "payouts",
  proof: "passkey",
  read: (form) => readForm(form, difference),
  async run({ services }, { kind, entity }) {
    const isOpen = await reopenDifference(services.db, { kind, entityId: entity });
    const entry = {
      action: "payouts.reopen",
      words: `Opened a difference of a payout about ${entity} again.`,
      subject: entity,
    };
    return { answer: `The difference about ${entity} is open again.`, entry: isOpen ? entry : null };
  },
});

export const payoutActions = [closePayoutDifference, reopenPayoutDifference] as const;
