import { z } from "zod";

import { readForm } from "#desk/http/read-form.ts";
import { findReaderRecord } from "#shop/office/back-office/readers.server.ts";
import { eraseReader } from "#shop/people/readers/delete-account.server.ts";
import { ActionRefused, deskAction } from "#shop/people/staff/run-action.server.ts";

const wrongNumber = "Write the number of this reader.";
const erasure = z
  .object({
    reader: z.string().regex(/^[1-9]\d{0,14}$/, "Choose a reader."),
    confirmation: z.string().trim().max(20, wrongNumber),
  })
  .refine(({ reader, confirmation }) => reader === confirmation, { path: ["confirmation"], message: wrongNumber });

/** Erases a reader's account, as the reader can do on the account page. */
export const eraseFromDesk = deskAction({
  name: "people.erase-reader",
  does: "erase a reader",
  cannotUndo: "erased data is not stored anywhere",
  needs: "people",
  proof: "fresh passkey",
  read: (form) => readForm(form, erasure),
  async run({ services }, { reader }) {
    if (!(await findReaderRecord(services.db, Number(reader))))
      throw new ActionRefused(`Reader ${reader} no longer exists.`);
    const erased = await eraseReader(services, Number(reader));
    if (!erased.ok)
      throw new ActionRefused(
        `This is not possible yet: ${erased.numbers.join(", ")} must first be delivered or refunded.`,
      );
    return {
      answer: `Reader ${reader} is erased.`,
      entry: {
        action: "people.erase-reader",
        words: `Erased reader ${reader}.`,
        subject: `reader ${reader}`,
        reader: Number(reader),
      },
    };
  },
});

export const readerActions = [eraseFromDesk] as const;
