import { z } from "zod";

import { orderField, readForm } from "#desk/http/read-form.ts";
import { addOrderNote, maxNote } from "#shop/office/back-office/orders/order-notes.server.ts";
import { maxAgainPerDay, resendLetter } from "#shop/kernel/mail/resend-letter.server.ts";
import { ActionRefused, deskAction } from "#shop/people/staff/run-action.server.ts";
import { letterNames } from "./letter-names.ts";
import { deskTextField } from "#shop/kernel/forms/line-field.ts";

const note = z.object({
  order: orderField,
  words: deskTextField(maxNote, "Write the note first."),
});

/** Adds an internal note to an order. The audit log does not contain its text, which may name a reader. */
export const addNote = deskAction({
  name: "orders.note",
  does: "add a note to an order",
  cannotUndo: "notes of an order are never changed or deleted",
  needs: "orders",
  proof: "passkey",
  read: (form) => readForm(form, note),
  async run({ services, session, at }, { order: number, words }) {
    const isThere = await addOrderNote(services.db, { number, staffId: session.staff.id, words, at });
    if (!isThere) throw new ActionRefused(`There is no order ${number}.`);
    return {
      answer: "The note is saved. Only staff see it.",
      entry: { action: "orders.note", words: `Added a note to order ${number}.`, subject: `order ${number}` },
    };
  },
});

const letter = z.object({ order: orderField, letter: z.string().regex(/^[1-9]\d{0,14}$/, "Choose a letter.") });

/** Sends a letter about an order again, to the same address. */
export const sendLetterAgain = deskAction({
  name: "orders.send-again",
  does: "send a letter again",
  cannotUndo: "the letter is sent",
  needs: "orders",
  proof: "passkey",
  read: (form) => readForm(form, letter),
  async run({ services }, { order: number, letter: id }) {
    const sent = await resendLetter(services, number, id);
    if (!sent.ok)
      throw new ActionRefused(
        {
          "no-such-letter": `Order ${number} has no such letter.`,
          "waits-already": "This letter is already waiting to be sent.",
          "nobody-to-write-to": "The reader has deleted the account, so there is no e-mail address.",
          "too-many": `At most ${maxAgainPerDay} letters about one order are sent again within a day.`,
        }[sent.reason],
      );
    const what = `“${letterNames[sent.kind] ?? sent.kind}”`;
    return {
      answer: `${what} is sent again within a minute.`,
      entry: {
        action: "orders.send-again",
        words: `Sent the letter ${what} about order ${number} again.`,
        subject: `order ${number}`,
      },
    };
  },
});
