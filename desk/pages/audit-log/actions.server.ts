import { z } from "zod";

import { readForm } from "#desk/http/read-form.ts";
import { ActionRefused, deskAction } from "#shop/people/staff/run-action.server.ts";
import { undoEntry } from "#shop/office/undo/undo.server.ts";

const undo = z.object({ entry: z.string().regex(/^[1-9]\d{0,14}$/, "Choose an entry.") });

/** Undoes the change of an audit log entry. */
export const undoFromDesk = deskAction({
  name: "record.undo",
  does: "undo a change",
  needs: "record",
  proof: "fresh passkey",
  read: (form) => readForm(form, undo),
  async run({ services, session, at }, { entry: number }) {
    const undone = await undoEntry(services, session.staff.role, Number(number), at);
    if (!undone.ok) throw new ActionRefused(undone.problem);
    const kept = undone.kept.length > 0 ? " Later changes were kept: the page History lists them." : "";
    return { answer: `Undone.${kept}`, entry: undone.entry };
  },
});
