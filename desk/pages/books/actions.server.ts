import { maxListed, readBookList, saveSelection } from "#shop/catalogue/editing/book-selections.server.ts";
import { deskAction } from "#shop/people/staff/run-action.server.ts";

/** Looks up books by a list of ISBNs or item codes; answers with the number of the stored selection. */
export const selectByIsbn = deskAction({
  name: "books.select",
  does: "look up a list of ISBNs or item codes",
  needs: "books",
  proof: "passkey",
  isRepeated: true,
  cannotUndo: "it changes no book",
  read(form) {
    const typed = form.get("isbns");
    const listed = readBookList(typeof typed === "string" ? typed.replaceAll("\0", "") : "");
    if (listed.length === 0) return { ok: false, errors: { isbns: "Paste at least one ISBN or item code." } };
    if (listed.length > maxListed)
      return {
        ok: false,
        errors: {
          isbns: `These are ${listed.length.toLocaleString("en-IN")} ISBNs or item codes. Paste at most ${maxListed.toLocaleString("en-IN")} at a time.`,
        },
      };
    return { ok: true, input: listed };
  },
  async run({ services: { db }, session, at }, listed) {
    return { answer: await saveSelection(db, { staffId: session.staff.id, at, listed }), entry: null };
  },
});
