import { z } from "zod";

import { orRefuse } from "#desk/http/joining.server.ts";
import { readForm } from "#desk/http/read-form.ts";
import { findDeskBook } from "#shop/catalogue/editing/form/read-book.server.ts";
import {
  entryOfJoin,
  entryOfParting,
  moveEdition,
  partEdition,
} from "#shop/catalogue/merging/works/change-works.server.ts";
import { ActionRefused, deskAction } from "#shop/people/staff/run-action.server.ts";

const ofBooks = { needs: "books", proof: "passkey" } as const;
const bookField = z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, "Choose a book.");
const gone = "This book is not in the shop any more.";

/** Puts an edition to the work of another book; in another language it becomes one title with it. */
export const joinWork = deskAction({
  ...ofBooks,
  name: "catalogue.join-works",
  does: "join two works",
  read: (form) => readForm(form, z.object({ book: bookField, other: bookField })),
  async run({ services }, { book: id, other }) {
    const [book, kept] = [await findDeskBook(services.db, id), await findDeskBook(services.db, other)];
    if (!book || !kept) throw new ActionRefused(gone);
    if (book.workId === kept.workId) return { answer: "They are editions of one work.", entry: null };
    const moved = await orRefuse(() => moveEdition(services, id, other));
    const entry = entryOfJoin(
      { id, title: book.values.title ?? "" },
      { id: other, title: kept.values.title ?? "" },
      moved,
    );
    return { answer: `${entry.words} The record can take it back.`, entry };
  },
});

/** Makes an edition a work of its own; the only one of a work is parted from its translations. */
export const partWorkAtDesk = deskAction({
  ...ofBooks,
  name: "catalogue.part-work",
  does: "part a work",
  read: (form) => readForm(form, z.object({ book: bookField })),
  async run({ services }, { book: id }) {
    const book = await findDeskBook(services.db, id);
    if (!book) throw new ActionRefused(gone);
    const parted = await orRefuse(() => partEdition(services, id));
    const entry = entryOfParting({ id, title: book.values.title ?? "" }, parted);
    return { answer: `${entry.words} The record can take it back.`, entry };
  },
});

/** What can be done with the work that an edition is of. */
export const editionActions = [joinWork, partWorkAtDesk] as const;
