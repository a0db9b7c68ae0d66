import { z } from "zod";

import { openAgainMessage, readForm } from "#desk/http/read-form.ts";
import { deskOptionalLine } from "#shop/kernel/forms/line-field.ts";
import { rupeesField } from "#shop/kernel/forms/rupees-field.ts";
import { formatPaise } from "#shop/kernel/money/money.ts";
import { ActionRefused, deskAction } from "#shop/people/staff/run-action.server.ts";
import { cashReasons, type CashReason } from "#shop/sales/counter/cash-reasons.ts";
import { moveCash, undoCashMove } from "#shop/sales/counter/move-cash.server.ts";
import { tillCodePattern } from "#shop/sales/documents/document-number.ts";

const till = z.string().regex(tillCodePattern, openAgainMessage);
const moveFields = z
  .object({
    till,
    direction: z.enum(["out", "in"], "Say whether it was taken out or put in."),
    rupees: rupeesField().refine((paise) => paise > 0, "Write rupees, such as 150 or 150.50."),
    reason: z.enum(Object.keys(cashReasons) as CashReason[], "Choose what for."),
    note: deskOptionalLine("a note", 200),
  })
  .refine(({ reason, note }) => note !== "" || (reason !== "expense" && reason !== "other"), {
    path: ["note"],
    error: "Write what it was for.",
  });

/** Records cash that was put into a till or taken out of it. */
export const moveCashFromDesk = deskAction({
  name: "counter.move-cash",
  does: "put cash into a till or take it out",
  needs: "counter",
  proof: "passkey",
  cannotUndo: "it is undone on the same page, until the cash is counted",
  read: (form) => readForm(form, moveFields),
  async run({ services, session }, { till: code, direction, rupees, reason, note }) {
    const paise = direction === "in" ? rupees : -rupees;
    if (!(await moveCash(services, { till: code, paise, reason, note, staffId: session.staff.id })))
      throw new ActionRefused("There is no such till.");
    const words = `${describeMove(paise, code)}: ${cashReasons[reason].toLowerCase()}${note && `, ${note}`}.`;
    return {
      answer: words,
      entry: { action: "counter.move-cash", words, subject: `till ${code}`, after: { paise, reason, note } },
    };
  },
});

/** Undoes a move of cash until the next count. */
export const undoCashFromDesk = deskAction({
  name: "counter.undo-cash",
  does: "undo a move of cash",
  needs: "counter",
  proof: "passkey",
  cannotUndo: "it can be written again",
  read: (form) => readForm(form, z.object({ till, move: z.coerce.number(openAgainMessage).int().positive() })),
  async run({ services }, { till: code, move }) {
    const undone = await undoCashMove(services, code, move);
    if (!undone) throw new ActionRefused("It was undone already, or the cash was counted since.");
    const words = `Undone: ${lowered(describeMove(undone.paise, code))}.`;
    return { answer: words, entry: { action: "counter.undo-cash", words, subject: `till ${code}` } };
  },
});

/** What was done, such as `Took ₹50.00 out of the till T1`. */
function describeMove(paise: number, till: string): string {
  return paise < 0
    ? `Took ${formatPaise(-paise)} out of the till ${till}`
    : `Put ${formatPaise(paise)} into the till ${till}`;
}

function lowered(phrase: string): string {
  return phrase.charAt(0).toLowerCase() + phrase.slice(1);
}
