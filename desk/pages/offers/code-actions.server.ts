/** The actions of the desk's promotion codes: save and stop. */
import { z } from "zod";

import { findTargetsNamed, type Target, type TargetKind } from "#shop/catalogue/books/offer-targets.server.ts";
import { readForm } from "#desk/http/read-form.ts";
import { filledFrom, refuseLostUpdate } from "#desk/http/lost-update.server.ts";
import { stageOf, stopped, type Promotion, type PromotionFields } from "#shop/sales/pricing/promotion-fields.ts";
import { findPromotion, savePromotion } from "#shop/sales/pricing/save-promotion.server.ts";
import type { Services } from "#shop/services.ts";
import type { Entry } from "#shop/kernel/audit-log/write-audit-log.server.ts";
import { changedFields } from "#shop/kernel/audit-log/changed-fields.ts";
import { ActionRefused, deskAction, refuseFields } from "#shop/people/staff/run-action.server.ts";
import { typedKeys } from "#shop/kernel/text/object-keys.ts";
import { codeField, codeForm, codeValues } from "./code-form.ts";
import { describeCode } from "./describe-offer.ts";
import { sameMoment } from "./offer-fields.ts";

const ofSellers = { needs: "offers", proof: "passkey" } as const;

/** Adds or changes a code. */
export const saveCode = deskAction({
  name: "offers.save-code",
  does: "make or change a code",
  ...ofSellers,
  read: (form) => readForm(form, codeForm.and(z.object({ was: filledFrom }))),
  async run({ services: { db } }, { code, was, named, startsAt, endsAt, ...typed }) {
    const before = await findPromotion(db, code, { forUpdate: true });
    if (was === "" && before) refuseFields({ code: `The code ${code} already exists. Open it to change it.` });
    if (was !== "" && !before) throw new ActionRefused(`The code ${code} no longer exists.`);
    if (before) refuseLostUpdate(was, codeValues(before));
    const after: PromotionFields = {
      ...typed,
      targets: await findTargets(db, named),
      startsAt: sameMoment(startsAt, before?.startsAt ?? null)!,
      endsAt: sameMoment(endsAt, before?.endsAt ?? null),
    };
    if (before && !changedFields(fieldsOf(before), fieldsOf({ code, ...after })))
      return { answer: { code, words: "Nothing was changed." }, entry: null };
    await savePromotion(db, code, after);
    const words = `${before ? "Changed" : "Made"} the code ${code}: ${describeCode(after)}.`;
    return { answer: { code, words }, entry: entryOf("offers.save-code", words, code, before, after) };
  },
});

/** Ends a code now; orders that used it stay unchanged. */
export const stopCode = deskAction({
  name: "offers.stop-code",
  does: "stop a code",
  ...ofSellers,
  read: (form) => readForm(form, z.object({ code: codeField })),
  async run({ services: { db }, at }, { code }) {
    const before = await findPromotion(db, code, { forUpdate: true });
    if (!before) throw new ActionRefused(`There is no code ${code}.`);
    if (stageOf(before, at) === "over") return { answer: { code, words: `${code} has ended already.` }, entry: null };
    const after = { ...before, ...stopped(before, at) };
    await savePromotion(db, code, after);
    const words = `Stopped the code ${code}.`;
    return { answer: { code, words }, entry: entryOf("offers.stop-code", words, code, before, after) };
  },
});

export const codeActions = [saveCode, stopCode] as const;

/** Returns the keys of the named targets. For unknown and ambiguous names, throws with errors at their fields. */
async function findTargets(db: Services["db"], named: Record<TargetKind, string[]>): Promise<string[]> {
  const keys = new Set<string>();
  const errors: Record<string, string> = {};
  for (const kind of typedKeys(named))
    for (const name of named[kind]) {
      const found = await findTargetsNamed(db, kind, name);
      const [only, ...others] = found;
      if (only && others.length === 0) keys.add(only.key);
      else
        errors[fieldOf[kind]] = [errors[fieldOf[kind]], describeAmbiguous(kind, name, found)].filter(Boolean).join(" ");
    }
  refuseFields(errors);
  return [...keys];
}

/** The form field of each kind of target. */
const fieldOf = { category: "categories", author: "authors", series: "series", list: "lists" } as const;

const kindLabels: Record<TargetKind, string> = {
  category: "category",
  author: "author",
  series: "series",
  list: "reading list",
};

function describeAmbiguous(kind: TargetKind, name: string, found: Target[]): string {
  const word = kindLabels[kind];
  if (found.length === 0) return `The shop has no ${word} called ${name}.`;
  const ids = found.map(({ key }) => key.slice(kind.length + 1)).join(", ");
  return `Several have the name ${name}. Write the last part of the web address of the ${word} instead: ${ids}.`;
}

/** The fields of a promotion without its code, for comparison. */
function fieldsOf({ code: _, ...fields }: Promotion): PromotionFields {
  return fields;
}

function entryOf(action: string, words: string, code: string, before: Promotion | null, after: PromotionFields): Entry {
  const change = changedFields(before && fieldsOf(before), fieldsOf({ code, ...after }))!;
  return {
    action,
    words,
    subject: `code ${code}`,
    before: change.before ?? undefined,
    after: change.after ?? undefined,
  };
}
