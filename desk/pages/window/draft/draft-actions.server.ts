/** The actions on a draft of the shop window: save and remove. */
import { z } from "zod";

import { filledFrom, refuseLostUpdate } from "#desk/http/lost-update.server.ts";
import { readForm } from "#desk/http/read-form.ts";
import { findTypedBooks } from "#desk/http/books/typed-books.server.ts";
import { deskLineField } from "#shop/kernel/forms/line-field.ts";
import { readTexts } from "#shop/kernel/forms/read-fields.ts";
import { changedFields } from "#shop/kernel/audit-log/changed-fields.ts";
import type { Services } from "#shop/services.ts";
import { ActionRefused, deskAction, refuseFields, type ReadAction } from "#shop/people/staff/run-action.server.ts";
import { describeReviewProblem } from "#shop/office/storefront/describe-storefront.ts";
import type { Storefront } from "#shop/office/storefront/storefront.ts";
import { findStorefrontFacts } from "#shop/office/storefront/find-storefront-facts.server.ts";
import {
  findDraft,
  maxDrafts,
  removeDraft,
  saveDraft,
  type StorefrontDraft,
} from "#shop/office/storefront/storefront-drafts.server.ts";
import { draftValues, readStorefrontForm, type TypedStorefront } from "./draft-form.ts";

export const dressing = { needs: "window", proof: "passkey" } as const;
export const windowField = z
  .string()
  .regex(/^[1-9]\d{0,8}$/, "Choose a window.")
  .transform(Number);
const draftForm = z.object({
  window: windowField.or(z.literal("")),
  was: filledFrom,
  name: deskLineField("its name", 60),
});

export const gone = "This window was published or removed meanwhile. See the page Window.";

/** A draft with its form values and the facts about its content; null if it was published or removed. */
export async function readDraft(db: Services["db"], id: number, now: Date, { forUpdate = false } = {}) {
  const draft = await findDraft(db, id, { forUpdate });
  if (!draft) return null;
  const facts = await findStorefrontFacts(db, draft.content, draft.dueAt === null ? now : new Date(draft.dueAt));
  return { draft, facts, values: draftValues(draft, facts) };
}

/** The change of a draft for the audit log, field by field. */
export function changeOfDraft(before: StorefrontDraft | null, after: StorefrontDraft | null) {
  const fields = (draft: StorefrontDraft | null) => draft && { name: draft.name, dueAt: draft.dueAt, ...draft.content };
  return changedFields(fields(before), fields(after));
}

type DraftInput = z.infer<typeof draftForm> & {
  content: TypedStorefront;
  /** The pressed button that moves a section, such as `up code`; empty for none. */
  move: string;
};

/** Adds or changes a draft of the window, which readers do not see. */
export const saveStorefrontDraft = deskAction({
  name: "window.save-draft",
  does: "edit a draft of the window",
  ...dressing,
  read(form): ReadAction<DraftInput> {
    const read = readForm(form, draftForm);
    const texts = readTexts(form);
    const typed = readStorefrontForm(texts);
    if (read.ok && typed.ok)
      return { ok: true, input: { ...read.input, content: typed.content, move: texts.move ?? "" } };
    return { ok: false, errors: { ...(read.ok ? {} : read.errors), ...(typed.ok ? {} : typed.errors) } };
  },
  async run({ services: { db }, session, at }, { window: known, was, name, content: typed, move }) {
    const found = known === "" ? null : await readDraft(db, known, at, { forUpdate: true });
    if (known !== "" && !found) throw new ActionRefused(gone);
    if (found) refuseLostUpdate(was, found.values);
    const after: StorefrontDraft = {
      name,
      content: await resolveStorefront(db, typed, at),
      dueAt: found?.draft.dueAt ?? null,
    };
    const isSame = found && !changeOfDraft(found.draft, after);
    if (isSame)
      return { answer: { id: known, words: "You changed nothing, so nothing was saved.", move }, entry: null };
    const id = await saveDraft(db, known === "" ? null : known, after, { by: session.staff.name, at });
    if (id === null)
      throw new ActionRefused(`There are already ${maxDrafts} drafts. Publish one, or remove one that is not needed.`);
    const change = changeOfDraft(found?.draft ?? null, after)!;
    const words = `${found ? "Changed" : "Prepared"} the window “${name}”.`;
    const shown = { before: change.before ?? undefined, after: change.after ?? undefined };
    return {
      answer: { id, words: `${words} Readers see it only after it is published.`, move },
      entry: { action: "window.save-draft", words, subject: `window ${id}`, ...shown },
    };
  },
});

/** Removes a draft; undo is possible for 30 days. */
export const removeStorefrontDraft = deskAction({
  name: "window.remove-draft",
  does: "remove a draft of the window",
  ...dressing,
  read: (form) => readForm(form, z.object({ window: windowField })),
  async run({ services: { db } }, { window: id }) {
    const before = await findDraft(db, id, { forUpdate: true });
    if (!before) return { answer: { id: null, words: gone }, entry: null };
    await removeDraft(db, id);
    const change = changeOfDraft(before, null)!;
    const words = `Removed the window “${before.name}”.`;
    return {
      answer: { id: null, words },
      entry: {
        action: "window.remove-draft",
        words,
        subject: `window ${id}`,
        before: change.before!,
      },
    };
  },
});

/** Resolves the typed books to works, orders the codes like the shop does, and throws for anything unknown. */
export async function resolveStorefront(db: Services["db"], typed: TypedStorefront, at: Date): Promise<Storefront> {
  const featured = await findTypedBooks(db, typed.featured, "workId");
  const recommended = await findTypedBooks(db, typed.recommended, "workId");
  const lists = typed.lists.map(({ text }) => text);
  const testimonials = typed.testimonials.map(({ text }) => text);
  const facts = await findStorefrontFacts(db, { ...typed, featured: [], recommended: [], lists, testimonials }, at);
  const unknownCode = typed.codes.find((code) => !facts.codes.some((one) => one.code === code));
  if (unknownCode) throw new ActionRefused(`The code ${unknownCode} no longer exists.`);
  const errors = { ...featured.errors, ...recommended.errors };
  for (const [place, { field, text }] of typed.lists.entries())
    if (!facts.lists.some((list) => list.id === text)) errors[field] = `The reading list ${text} was removed.`;
    else if (lists.indexOf(text) < place) errors[field] = "A reading list is chosen twice.";
  for (const [place, { field, text }] of typed.testimonials.entries()) {
    const fault = describeReviewProblem(text, facts.reviews);
    if (fault) errors[field] = fault;
    else if (testimonials.indexOf(text) < place) errors[field] = "A review is chosen twice.";
  }
  refuseFields(errors);
  const codes = facts.codes.flatMap(({ code }) => (typed.codes.includes(code) ? [code] : []));
  const works = (found: { books: { workId: string }[] }) => found.books.map(({ workId }) => workId);
  return { ...typed, featured: works(featured), recommended: works(recommended), lists, testimonials, codes };
}
