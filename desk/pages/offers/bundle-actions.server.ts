/** The actions of the desk's bundles: save and stop. */
import { z } from "zod";

import { nameOfBook } from "#desk/http/books/name-of-book.ts";
import { filledFrom, refuseLostUpdate } from "#desk/http/lost-update.server.ts";
import { readForm } from "#desk/http/read-form.ts";
import { findTypedBooks, type TypedField } from "#desk/http/books/typed-books.server.ts";
import type { Services } from "#shop/services.ts";
import {
  bundleSize,
  findFreeBundleId,
  findStoredBundle,
  saveBundle,
  type BundleFields,
  type StoredBundle,
} from "#shop/catalogue/books/save-bundle.server.ts";
import { findNamedBooks } from "#shop/catalogue/content/named-books.server.ts";
import { stageOf, stopped } from "#shop/sales/pricing/promotion-fields.ts";
import type { Entry } from "#shop/kernel/audit-log/write-audit-log.server.ts";
import { changedFields } from "#shop/kernel/audit-log/changed-fields.ts";
import { ActionRefused, deskAction, refuseFields } from "#shop/people/staff/run-action.server.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";
import { bookFields, bundleForm, bundleValues } from "./bundle-form.server.ts";
import { sameMoment } from "./offer-fields.ts";

const ofSellers = { needs: "offers", proof: "passkey" } as const;
const bundleField = z.string().regex(/^[a-z0-9-]{1,120}$/, "Choose a bundle.");

/** A bundle with its form values and its books. */
export async function readBundle(db: Services["db"], id: string, { forUpdate = false } = {}) {
  const bundle = await findStoredBundle(db, id, { forUpdate });
  if (!bundle) return null;
  const books = await findNamedBooks(db, bundle.bookIds);
  const nameOf = new Map(books.flatMap((book) => (book ? [[book.id, nameOfBook(book)]] : [])));
  return { bundle, books, values: bundleValues(bundle, (bookId) => nameOf.get(bookId) ?? bookId) };
}

/** Adds or changes a bundle. */
export const saveBundleAtDesk = deskAction({
  name: "offers.save-bundle",
  does: "make or change a bundle",
  ...ofSellers,
  read: (form) => readForm(form, bundleForm.and(z.object({ was: filledFrom, bundle: bundleField.or(z.literal("")) }))),
  async run({ services: { db } }, { bundle: known, was, books, startsAt, endsAt, ...typed }) {
    const found = known === "" ? null : await readBundle(db, known, { forUpdate: true });
    if (known !== "" && !found) throw new ActionRefused("This bundle no longer exists.");
    if (found) refuseLostUpdate(was, found.values);
    const before = found?.bundle ?? null;
    const after: BundleFields = {
      ...typed,
      startsAt: sameMoment(startsAt, before?.startsAt ?? null),
      endsAt: sameMoment(endsAt, before?.endsAt ?? null),
      bookIds: await resolve(db, books),
    };
    const id = before?.id ?? (await findFreeBundleId(db, after.name));
    const entry = entryOf("offers.save-bundle", `${before ? "Changed" : "Made"} the bundle ${after.name}.`, {
      id,
      before,
      after,
    });
    if (!entry) return { answer: { id, words: "Nothing was changed." }, entry: null };
    await saveBundle(db, id, after);
    return { answer: { id, words: entry.words }, entry };
  },
});

/** Ends a bundle now; its books are still sold one by one. */
export const stopBundle = deskAction({
  name: "offers.stop-bundle",
  does: "stop a bundle",
  ...ofSellers,
  read: (form) => readForm(form, z.object({ bundle: bundleField })),
  async run({ services: { db }, at }, { bundle: id }) {
    const before = await findStoredBundle(db, id, { forUpdate: true });
    if (!before) throw new ActionRefused("There is no such bundle.");
    if (stageOf(before, at) === "over") return { answer: { id, words: "It has ended already." }, entry: null };
    const after = { ...before, ...stopped(before, at) };
    await saveBundle(db, id, after);
    const words = `Stopped the bundle ${before.name}.`;
    return { answer: { id, words }, entry: entryOf("offers.stop-bundle", words, { id, before, after }) };
  },
});

export const bundleActions = [saveBundleAtDesk, stopBundle] as const;

/** Returns the ids of the typed books. Throws if a book is unknown or named twice, or if there are too few. */
async function resolve(db: Services["db"], typed: TypedField[]): Promise<string[]> {
  const { books, errors } = await findTypedBooks(db, typed);
  refuseFields(errors);
  if (books.length >= bundleSize.min) return books.map(({ id }) => id);
  const words = `A bundle needs at least ${formatCount(bundleSize.min, "book")}. Add another one.`;
  const free = bookFields.find((name) => !typed.some(({ field }) => field === name));
  throw new ActionRefused(words, free ? { [free]: words } : {});
}

/** The fields of a bundle without its id, in a fixed order for comparison. */
function fieldsOf({ name, description, percentOff, place, startsAt, endsAt, bookIds }: BundleFields): BundleFields {
  return { name, description, percentOff, place, startsAt, endsAt, bookIds };
}

function entryOf(
  action: string,
  words: string,
  { id, before, after }: { id: string; before: StoredBundle | null; after: BundleFields },
): Entry | null {
  const change = changedFields(before && fieldsOf(before), fieldsOf(after));
  if (!change) return null;
  const shown = { before: change.before ?? undefined, after: change.after ?? undefined };
  return { action, words, subject: `bundle ${id}`, ...shown };
}
