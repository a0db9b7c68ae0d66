/** The actions that publish a draft of the window now or at a planned time, or publish an earlier window again. */
import { z } from "zod";

import { filledFrom, refuseLostUpdate } from "#desk/http/lost-update.server.ts";
import { readForm } from "#desk/http/read-form.ts";
import { shortMoment } from "#shop/kernel/dates/dates.ts";
import { readMomentField } from "#shop/kernel/dates/moment-field.ts";
import type { Entry } from "#shop/kernel/audit-log/write-audit-log.server.ts";
import { ActionRefused, deskAction, type ActionContext } from "#shop/people/staff/run-action.server.ts";
import {
  findDraft,
  findDueAt,
  findPublished,
  publishStorefront,
  saveDraft,
  type Published,
  type StorefrontDraft,
} from "#shop/office/storefront/storefront-drafts.server.ts";
import {
  changeOfDraft,
  dressing,
  gone,
  readDraft,
  removeStorefrontDraft,
  saveStorefrontDraft,
  windowField,
} from "./draft/draft-actions.server.ts";

const yearMs = 366 * 24 * 3600 * 1000;
const ofDraft = { window: windowField, was: filledFrom };

export const publishNow = deskAction({
  name: "window.publish",
  does: "publish a window",
  ...dressing,
  read: (form) => readForm(form, z.object(ofDraft)),
  async run({ services: { db }, session, at }, { window: id, was }) {
    const found = await readDraft(db, id, at, { forUpdate: true });
    if (!found) return { answer: { id: null, words: gone }, entry: null };
    refuseLostUpdate(was, found.values);
    const published = await publishStorefront(db, id, { by: session.staff.name, at });
    return told(published);
  },
});

/** Plans the publication of a draft, at a time in India. */
export const scheduleStorefront = deskAction({
  name: "window.plan",
  does: "schedule a window",
  ...dressing,
  read: (form) =>
    readForm(
      form,
      z.object({
        ...ofDraft,
        dueAt: z.string().transform((typed, context) => {
          const moment = readMomentField(typed.trim());
          if (moment === null) context.addIssue("Enter a day and a time (Indian time).");
          return moment ?? z.NEVER;
        }),
      }),
    ),
  async run(context, { window: id, was, dueAt }) {
    const { services, at } = context;
    const { db } = services;
    const found = await readDraft(db, id, at, { forUpdate: true });
    if (!found) return { answer: { id: null, words: gone }, entry: null };
    refuseLostUpdate(was, found.values);
    const when = `${shortMoment(dueAt)}, India’s time`;
    const late = new Date(dueAt).getTime() - at.getTime();
    if (late <= 0) throw new ActionRefused(`${when}, is in the past. Choose a later time, or publish the window now.`);
    if (late > yearMs) throw new ActionRefused("Choose a time within a year.");
    const other = await findDueAt(db, dueAt, id);
    if (other !== null)
      throw new ActionRefused(`The window “${other}” is published at the same time. Choose another time.`);
    const words = `Planned to publish the window “${found.draft.name}” on ${when}.`;
    return planFor(context, { id, draft: found.draft, dueAt, action: "window.plan", words });
  },
});

/** Cancels the planned publication of a draft. */
export const unscheduleStorefront = deskAction({
  name: "window.unplan",
  does: "cancel the schedule of a window",
  ...dressing,
  read: (form) => readForm(form, z.object({ window: windowField })),
  async run(context, { window: id }) {
    const draft = await findDraft(context.services.db, id, { forUpdate: true });
    if (!draft) return { answer: { id: null, words: gone }, entry: null };
    const words = `Cancelled the schedule of the window “${draft.name}”.`;
    return planFor(context, { id, draft, dueAt: null, action: "window.unplan", words });
  },
});

/** Publishes an earlier window again, as a new one. */
export const publishAgain = deskAction({
  name: "window.publish-again",
  does: "publish an earlier window again",
  ...dressing,
  read: (form) => readForm(form, z.object({ window: windowField })),
  async run({ services: { db }, session, at }, { window: id }) {
    const earlier = await findPublished(db, id);
    if (!earlier) throw new ActionRefused("There is no such window.");
    const who = { by: session.staff.name, at };
    const copy = await saveDraft(db, null, earlier, who);
    if (copy === null) throw new ActionRefused("There are too many drafts. Remove one that is not needed.");
    return told(await publishStorefront(db, copy, who));
  },
});

export const draftActions = [
  saveStorefrontDraft,
  removeStorefrontDraft,
  publishNow,
  scheduleStorefront,
  unscheduleStorefront,
] as const;

type Done = { answer: { id: number | null; words: string }; entry: Entry | null };

function told(published: Published | null): Done {
  if (!published) throw new Error("The window was removed while it was published.");
  const { name, missing, entry } = published;
  const words = `Published the window “${name}”.${missing ? ` ${missing}` : ""}`;
  const answer = { id: null, words: `${words} Readers see it within seconds.` };
  return { answer, entry: { action: "window.publish", words, ...entry } };
}

/** Sets or clears the time at which a draft is published. */
async function planFor(
  { services: { db }, session, at }: ActionContext,
  {
    id,
    draft,
    dueAt,
    action,
    words,
  }: { id: number; draft: StorefrontDraft; dueAt: string | null } & Pick<Entry, "action" | "words">,
): Promise<Done> {
  const after = { ...draft, dueAt };
  const change = changeOfDraft(draft, after);
  if (!change) return { answer: { id, words: "Nothing was changed." }, entry: null };
  await saveDraft(db, id, after, { by: session.staff.name, at });
  const shown = { before: change.before ?? undefined, after: change.after ?? undefined };
  return { answer: { id, words }, entry: { action, words, subject: `window ${id}`, ...shown } };
}
