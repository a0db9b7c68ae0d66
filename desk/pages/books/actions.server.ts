import { maxIsbns, readIsbnList, saveSelection } from "#shop/catalogue/editing/book-selections.server.ts";
import { deskAction } from "#shop/people/staff/run-action.server.ts";

/** Looks up books by a list of ISBNs; answers with the number of the stored selection. */
export const selectByIsbn = deskAction({
  name: "books.select",
  does: "look up a list of ISBNs",
  needs: "books",
  proof: "passkey",
  isRepeated: true,
  cannotUndo: "it changes no book",
  read(form) {
    const typed = form.get("isbns");
    const list = readIsbnList(typeof typed === "string" ? typed : "");
    if (list.isbns.length === 0)
      return {
        ok: false,
        errors: {
          isbns:
            list.others.length === 0
              ? "Paste at least one ISBN."
              : `There is no valid ISBN in it: “${list.others[0] ?? ""}” is none.`,
        },
      };
    if (list.isbns.length > maxIsbns)
      return {
        ok: false,
        errors: {
          isbns: `These are ${list.isbns.length.toLocaleString("en-IN")} ISBNs. Paste at most ${maxIsbns.toLocaleString("en-IN")} at a time.`,
        },
      };
    return { ok: true, input: list };
  },
  async run({ services: { db }, session, at }, list) {
    return { answer: await saveSelection(db, { staffId: session.staff.id, at, ...list }), entry: null };
  },
});
