/** The actions of pages: save, preview and remove. */
import { z } from "zod";

import type { ContentPage } from "#app/content/content-page.ts";
import { readPageFacts } from "#app/http/page-facts.server.ts";
import { describeDeadLinks } from "#shop/office/pages/describe-dead-links.server.ts";
import { refuseLostUpdate } from "#desk/http/lost-update.server.ts";
import { readForm } from "#desk/http/read-form.ts";
import { toSlug } from "#shop/catalogue/books/slug.ts";
import { maxPages, pageLimits, type ShopPage } from "#shop/office/pages/page.ts";
import {
  arePagesFull,
  findPage,
  lockPages,
  pageSubject,
  removePage,
  savePage,
} from "#shop/office/pages/pages.server.ts";
import { readPageAddress } from "#shop/office/pages/read-page-address.ts";
import { changedFields } from "#shop/kernel/audit-log/changed-fields.ts";
import type { Services } from "#shop/services.ts";
import { ActionRefused, deskAction, refuseFields } from "#shop/people/staff/run-action.server.ts";
import { linksToShop } from "./links-to-shop.ts";
import { originalOf, pageField, pageValues, readPageForm, writePage, type TypedPage } from "./page-form.server.ts";

const gone = "This page was removed meanwhile.";

/** Saves a page. Every process of the shop shows it within seconds. */
export const savePageAtDesk = deskAction({
  name: "pages.save",
  does: "save a page",
  needs: "settings",
  proof: "fresh passkey",
  read: readPageForm,
  async run({ services: { db }, at }, typed) {
    const { page: known, was, address: _, ...fields } = typed;
    const original = originalOf(known);
    if (known === "" || original) await lockPages(db);
    const found = known === "" ? null : ((await findPage(db, known, { forUpdate: true })) ?? original);
    if (known !== "" && !found) throw new ActionRefused(gone);
    if (found) refuseLostUpdate(was, pageValues(found));
    await refuseDeadLinks(db, typed);
    const page: ShopPage = { ...fields, id: found?.id ?? (await chooseAddress(db, typed)) };
    if (found && !changedFields(found, page))
      return { answer: { page: page.id, words: "You changed nothing, so nothing was saved." }, entry: null };
    const isOriginal = original !== null && !changedFields(original, page);
    if (isOriginal) await removePage(db, page.id);
    else await savePage(db, page, at);
    const words = isOriginal
      ? `Put the shop’s own words back on the page “${page.title}”.`
      : `${found ? "Changed" : "Made"} the page “${page.title}”.`;
    return {
      answer: { page: page.id, words: page.isShown ? `${words} Readers see it within seconds.` : words },
      // The whole page, because the list of its versions reads it.
      entry: {
        action: "pages.save",
        words,
        subject: pageSubject(page.id),
        ...(found && { before: fieldsOf(found) }),
        after: fieldsOf(page),
      },
    };
  },
});

/** A page for the preview, with the values of the form. */
export interface PagePreview {
  preview: ContentPage;
  typed: Record<string, string>;
}

/** Shows how readers will see a page, without saving it. */
export const previewPage = deskAction({
  name: "pages.preview",
  isRepeated: true,
  does: "preview a page",
  cannotUndo: "nothing is saved",
  needs: "settings",
  proof: "passkey",
  read: readPageForm,
  async run({ services, at }, typed): Promise<{ answer: PagePreview; entry: null }> {
    const page = { ...typed, id: typed.page };
    await refuseDeadLinks(services.db, typed);
    const preview = linksToShop(
      writePage(page, await readPageFacts(services, { withOffers: true }), at),
      services.settings.publicUrl,
    );
    return { answer: { preview, typed: { ...pageValues(page), address: typed.address ?? "" } }, entry: null };
  },
});

/** Removes a page. Its address then leads nowhere, until this is undone. */
export const removePageAtDesk = deskAction({
  name: "pages.remove",
  does: "remove a page",
  needs: "settings",
  proof: "fresh passkey",
  read: (form) => readForm(form, z.object({ page: pageField })),
  async run({ services: { db } }, { page: id }) {
    const before = await findPage(db, id, { forUpdate: true });
    if (!before || before.place === "fixed")
      return { answer: { page: null, words: "This page is already removed." }, entry: null };
    await removePage(db, id);
    const words = `Removed the page “${before.title}”.`;
    return {
      answer: { page: null, words },
      entry: { action: "pages.remove", words, subject: pageSubject(id), before: fieldsOf(before) },
    };
  },
});

export const pageActions = [savePageAtDesk, previewPage, removePageAtDesk] as const;

async function refuseDeadLinks(db: Services["db"], { text, address }: TypedPage): Promise<void> {
  const own = address === null ? text : text.replaceAll(`](/pages/${address})`, "]");
  const dead = await describeDeadLinks(db, own);
  if (dead !== null) refuseFields({ text: dead });
}

/** The address of a new page: as typed, or made from the title. Refuses one that is taken. */
async function chooseAddress(db: Services["db"], { address, title }: TypedPage): Promise<string> {
  if (await arePagesFull(db)) throw new ActionRefused(`A shop has at most ${maxPages} pages. Remove one first.`);
  const made = address === null ? readPageAddress(toSlug(title).slice(0, pageLimits.id)) : { id: address };
  if ("fault" in made) refuseFields({ address: `${made.fault} The title gives none.` });
  const id = "id" in made ? made.id : "";
  const taken = await findPage(db, id);
  if (taken) refuseFields({ address: `“${taken.title}” has the address ${id} already. Choose another.` });
  return id;
}

function fieldsOf({ id: _, ...fields }: ShopPage) {
  return fields;
}
