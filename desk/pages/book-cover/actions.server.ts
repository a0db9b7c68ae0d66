import { z } from "zod";

import { readForm } from "#desk/http/read-form.ts";
import { setCover } from "#shop/catalogue/editing/set-cover.server.ts";
import { findDeskBook } from "#shop/catalogue/editing/form/read-book.server.ts";
import { pinDesign, UnknownDesignError } from "#shop/catalogue/cover-designs/pin-design.server.ts";
import { ActionRefused, deskAction, type ActionContext } from "#shop/people/staff/run-action.server.ts";

const needs = { needs: "books", proof: "passkey" } as const;
const book = z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, "Choose a book.");
const gone = "This book is not in the shop any more.";

const picture = z.object({ book, picture: z.string().regex(/^p_[0-9a-f]{20}$/, "Choose a file with a picture.") });

/** Makes an uploaded picture the cover of a book. */
export const setCoverFromDesk = deskAction({
  ...needs,
  name: "books.cover",
  does: "change a cover",
  read: (form) => readForm(form, picture),
  run: ({ services }, { book, picture }) => change(services, book, picture),
});

/** Removes the picture of a cover; readers see the drawn cover again. */
export const removeCover = deskAction({
  ...needs,
  name: "books.cover-remove",
  does: "remove a cover",
  read: (form) => readForm(form, z.object({ book })),
  run: ({ services }, { book }) => change(services, book, null),
});

async function change({ db }: ActionContext["services"], id: string, pictureId: string | null) {
  const found = await findDeskBook(db, id);
  const outcome = found && (await setCover(db, id, pictureId));
  if (!found || outcome === "no-such-book") throw new ActionRefused(gone);
  if (outcome === "no-such-picture") throw new ActionRefused("The picture was not received completely. Send it again.");
  if (!outcome) return { answer: "The book already has this cover.", entry: null };
  const words = pictureId === null ? "Removed the picture of" : "Changed the cover of";
  return {
    answer: pictureId === null ? "Readers see the drawn cover again." : "The picture is the cover now.",
    entry: { action: "books.cover", words: `${words} “${found.values.title}”.`, subject: `book ${id}` },
  };
}

const design = z.object({
  book,
  layout: z.string().max(40, "Choose a layout from the list."),
  inks: z.string().max(40, "Choose colours from the list."),
});

/** Sets the layout and inks of the drawn cover. If one of them is empty, the shop chooses it. */
export const pinDesignFromDesk = deskAction({
  ...needs,
  name: "books.design",
  does: "choose how a cover is drawn",
  read: (form) => readForm(form, design),
  async run({ services, session }, { book: id, layout, inks }) {
    const found = await findDeskBook(services.db, id);
    if (!found) throw new ActionRefused(gone);
    const chosen = { ...(layout && { layout }), ...(inks && { inks }) };
    const pinned = await pinDesign(services, id, chosen, session.staff.name).catch((error: unknown) => {
      throw error instanceof UnknownDesignError ? new ActionRefused(error.message) : error;
    });
    if (!pinned) throw new ActionRefused(gone);
    const { design, isChanged } = pinned;
    const answer = `It is drawn as ${design.layout}, in ${design.inks}.`;
    if (!isChanged) return { answer, entry: null };
    return {
      answer,
      entry: {
        action: "books.design",
        words: `Chose how the cover of “${found.values.title}” is drawn.`,
        subject: `book ${id}`,
      },
    };
  },
});

export const coverActions = [setCoverFromDesk, removeCover, pinDesignFromDesk] as const;
