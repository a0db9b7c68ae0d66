import { takeBackEach } from "#shop/kernel/audit-log/take-back-each.ts";
import { readWindow, saveWindow } from "./home-window.server.ts";
import type { ShopWindow } from "./shop-window.ts";
import { findDraft, findDueAt, removeDraft, saveDraft } from "./windows.server.ts";

/** What stands in the window. What is not in the shop any more is left out. */
export const takeBackHomeWindow = takeBackEach<ShopWindow>({
  find: (tx) => readWindow(tx, { isHeld: true }),
  save: (tx, _, window) => saveWindow(tx, window),
  remove: async () => false,
  nameOf: () => "home",
  whyItStays: "it is always there",
  labels: {
    featured: "the books at the top",
    recommended: "the recommended books",
    sections: "the order of the sections",
    leftOut: "which sections are shown",
    codes: "the announced codes",
    lists: "the reading lists",
    testimonials: "the testimonials",
  },
});

/** A draft as the record has it: its content beside its name, so that each field is taken back by itself. */
export type DraftFields = ShopWindow & { name: string; dueAt: string | null };

/** A window that is not published yet. A time that has passed meanwhile, or is another window's, is not planned again. */
export const takeBackDraft = takeBackEach<DraftFields>({
  async find(tx, id) {
    const draft = await findDraft(tx, Number(id), { isHeld: true });
    return draft && { name: draft.name, dueAt: draft.dueAt, ...draft.content };
  },
  async save(tx, id, { name, dueAt, ...content }, at) {
    if (dueAt !== null && new Date(dueAt) <= at) return "the time for which it was planned has passed";
    if (dueAt !== null && (await findDueAt(tx, dueAt, Number(id)))) return "another window has its time by now";
    const saved = await saveDraft(tx, Number(id), { name, content, dueAt }, { by: "the desk", at });
    return saved === null ? "there are too many windows, or it was published" : undefined;
  },
  remove: (tx, id) => removeDraft(tx, Number(id)),
  nameOf: (name) => `the window ${name}`,
  whyItStays: "it is gone already",
  labels: {
    name: "the name",
    dueAt: "the time",
    featured: "the books at the top",
    recommended: "the recommended books",
    sections: "the order of the sections",
    leftOut: "which sections are shown",
    codes: "the announced codes",
    lists: "the reading lists",
    testimonials: "the testimonials",
  },
});
