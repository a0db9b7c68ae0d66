import { z } from "zod";

import { filledFrom, refuseLostUpdate } from "#desk/http/lost-update.server.ts";
import { isoDay } from "#shop/kernel/dates/dates.ts";
import { readTexts } from "#shop/kernel/forms/read-fields.ts";
import { messengerFacts, type MessengerId } from "#shop/kernel/messengers/messenger.ts";
import { isPhone } from "#shop/kernel/regions/phone.ts";
import type { Opening } from "#shop/kernel/regions/opening.ts";
import { parseJson } from "#shop/kernel/text/parse-json.ts";
import { nameServices, type CredentialKind } from "#shop/office/credentials/credential-kinds.ts";
import { readSettings } from "#shop/office/settings/changeable-settings.ts";
import { readDaysOffFields } from "#shop/office/settings/days-off-fields.ts";
import { describeOpening } from "#shop/office/settings/describe-opening.ts";
import { findReusedPrefixes } from "#shop/office/settings/find-reused-prefixes.server.ts";
import { readRatesFields } from "#shop/office/settings/rates/rates-fields.ts";
import { readTyped, settingGroups, type SettingGroup } from "#shop/office/settings/setting-fields.ts";
import { describeSampleSeller } from "#shop/office/settings/sample-seller.ts";
import { holdStoredSettings, saveSettings } from "#shop/office/settings/stored-settings.server.ts";
import { ActionRefused, deskAction, type ReadAction } from "#shop/people/staff/run-action.server.ts";
import { stateOfGstCode } from "#shop/sales/documents/gst-states.ts";
import type { ShopSettings } from "#shop/services.ts";
import { groupValues } from "./group-values.ts";

const texts = z.object({ group: z.string(), was: filledFrom, sampleSeller: z.literal("yes").optional() });
/** Maximum length of a setting, in characters. */
const longest = 3000;

interface SentSettings {
  group: SettingGroup;
  was: string;
  typed: Record<string, string>;
  /** Whether the shop may open although bills still name the demonstration’s seller. */
  acceptsSampleSeller: boolean;
}

/** Saves the settings of one group; other processes of the shop apply them within a second. */
export const saveSettingsAtDesk = deskAction({
  name: "settings.save",
  does: "change settings",
  needs: "settings",
  proof: "fresh passkey",
  read(form): ReadAction<SentSettings> {
    const given = readTexts(form);
    const parsed = texts.safeParse(given);
    const group = settingGroups.find(({ id }) => id === given.group);
    if (!parsed.success || !group) return { ok: false, errors: { group: "Choose one of the groups of settings." } };
    const long = group.fields.filter(({ name }) => (given[name] ?? "").length > 2 * longest);
    const tooLong = `Write at most ${longest.toLocaleString("en-IN")} characters.`;
    const errors = Object.fromEntries(long.map(({ name }): [string, string] => [name, tooLong]));
    const typed = followGstin(readTyped(group, given), given.was);
    // Conflicts with settings of other groups are checked in `run`, because it locks them.
    const read = readSettings(Object.fromEntries(Object.entries(typed).filter(([name]) => !(name in errors))));
    if (!read.ok) Object.assign(errors, asSentences(read.errors));
    for (const { name, kind } of group.fields) {
      if (kind === "weekdays" && errors[name] !== undefined) errors[name] = "Tick at least one day.";
      if (kind === "days-off") Object.assign(errors, readDaysOffFields(name, given).errors);
      if (kind === "rates") markRates(name, given, errors);
    }
    if (Object.keys(errors).length > 0) return { ok: false, errors };
    return {
      ok: true,
      input: { group, was: parsed.data.was, typed, acceptsSampleSeller: parsed.data.sampleSeller === "yes" },
    };
  },
  async run({ services: { db, settings, messengers }, at }, { group, was, typed, acceptsSampleSeller }) {
    const { fromEnvironment } = settings;
    const stored = await holdStoredSettings(db);
    refuseLostUpdate(was, groupValues(group, stored, fromEnvironment));
    const changeable = group.fields.filter(({ name }) => !(name in fromEnvironment));
    // A typed default value is stored as no value, like an empty field.
    const values = Object.fromEntries(
      changeable.map(({ name, unset }): [string, string] => {
        const value = typed[name] ?? "";
        return [name, value === unset && value !== stored[name] ? "" : value];
      }),
    );
    const read = readSettings({ ...stored, ...values, ...fromEnvironment });
    if (!read.ok) {
      const errors = asSentences(read.errors);
      const isOfGroup = Object.keys(errors).every((name) => group.fields.some((field) => field.name === name));
      throw new ActionRefused(Object.values(errors).join(" "), isOfGroup ? errors : {});
    }
    const changed = Object.fromEntries(
      Object.entries(values).filter(([name, value]) => value !== (stored[name] ?? "")),
    );
    if (Object.keys(changed).length === 0) return { answer: "You changed nothing, so nothing was saved.", entry: null };
    refuseWrongPhones(group, changed);
    if ("SHOP_STATE" in changed || "CLOSED_UNTIL" in changed) refuseUnlikelyDay(read.settings.opening, at);
    if ("SHOP_STATE" in changed) {
      refuseIncomplete(read.settings.opening, settings.missingServices);
      if (settings.opening.state === "not-open" && !acceptsSampleSeller) refuseSampleSeller(read.settings.seller);
    }
    const { by } = read.settings.confirmationCodes;
    if (by !== null && "ON_DELIVERY_CODE" in changed && messengers.every(({ id }) => id !== by))
      refuseWithoutAccount(by);
    if ("BILL_PREFIX" in changed || "CREDIT_NOTE_PREFIX" in changed) {
      const errors = await findReusedPrefixes(db, read.settings.numbers, at);
      if (Object.keys(errors).length > 0) throw new ActionRefused(Object.values(errors).join(" "), errors);
    }
    await saveSettings(db, changed, at);
    // An earlier look is published again from its entry, which therefore has all values.
    const noted = group.isOnOwnPage ? group.fields.map(({ name }) => name) : Object.keys(changed);
    const labels = Object.keys(changed).map((key) => group.fields.find(({ name }) => name === key)?.label);
    const words = `Changed settings: ${labels.join(", ")}.`;
    const side = (from: Record<string, string>) => Object.fromEntries(noted.map((name) => [name, from[name] || null]));
    return {
      answer: `${words} ${"SHOP_STATE" in changed ? describeOpening(read.settings.opening, at) : "The shop applies it within a second or two."}`,
      entry: {
        action: "settings.save",
        words,
        subject: `settings: ${group.title}`,
        before: side(stored),
        after: side({ ...stored, ...values }),
      },
    };
  },
});

/** Says what is wrong with the table of rates at its fields. */
function markRates(name: string, given: Record<string, string>, errors: Record<string, string>): void {
  const ofFields = readRatesFields(name, given).errors;
  if (Object.keys(ofFields).length > 0) errors[name] = "Correct the marked fields.";
  Object.assign(errors, ofFields);
}

/** A GSTIN begins with its state, so the state follows it, unless the form chooses another one than before. */
function followGstin(typed: Record<string, string>, was: string | undefined): Record<string, string> {
  const state = stateOfGstCode((typed.SELLER_GSTIN ?? "").slice(0, 2));
  const filled = parseJson(was ?? "");
  const isAsBefore =
    typeof filled === "object" &&
    filled !== null &&
    "SELLER_STATE" in filled &&
    filled.SELLER_STATE === typed.SELLER_STATE;
  return state !== null && isAsBefore ? { ...typed, SELLER_STATE: state } : typed;
}

function refuseWithoutAccount(by: MessengerId): never {
  const why = `Enter the account with ${messengerFacts[by].name} first, under Go live.`;
  throw new ActionRefused(why, { ON_DELIVERY_CODE: why });
}

function refuseWrongPhones({ fields }: SettingGroup, changed: Record<string, string>): void {
  const wrong = fields.filter(({ name, kind }) => kind === "phone" && changed[name] && !isPhone(changed[name]));
  if (wrong.length === 0) return;
  const why = "Write a phone number with its code, such as +91 20 2445 1234.";
  throw new ActionRefused(why, Object.fromEntries(wrong.map(({ name }) => [name, why])));
}

/** A shop that closes until a day that has passed would not close at all. */
function refuseUnlikelyDay({ closedUntil }: Opening, at: Date): void {
  if (closedUntil === null) return;
  const days = (Date.parse(closedUntil) - Date.parse(isoDay(at))) / 86_400_000;
  if (days >= 1 && days <= 366) return;
  const why = days < 1 ? "Choose a day after today." : "Choose a day within a year.";
  throw new ActionRefused(why, { CLOSED_UNTIL: why });
}

/** A shop whose readers could not pay, sign in or get e-mails is not opened. */
function refuseIncomplete({ state }: Opening, missing: readonly CredentialKind[]): void {
  if (state === "not-open" || missing.length === 0) return;
  const why = `The shop cannot open before ${nameServices(missing)} ${missing.length > 1 ? "are" : "is"} set up on the page Go live.`;
  throw new ActionRefused(why, { SHOP_STATE: why });
}

/** Bills cannot be changed afterwards, so a shop whose bills name the demonstration opens only when that is confirmed. */
function refuseSampleSeller(seller: ShopSettings["seller"]): void {
  const sample = describeSampleSeller(seller);
  if (sample === null) return;
  const why = `Bills would say “${sample}”, which is the demonstration’s. Write yours under Seller & GST first.`;
  throw new ActionRefused(why, { SHOP_STATE: why, sampleSeller: why });
}

export const settingActions = [saveSettingsAtDesk] as const;

/** Turns error texts, which are written to follow a setting's name, into sentences for the fields. */
function asSentences(errors: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(errors).map(([name, why]) => [name, asSentence(why)]));
}

/** Turns a rule into a sentence: `must have at most 60 characters` becomes "Write at most 60 characters." */
function asSentence(why: string): string {
  const wanted = /^must (?:be|have) (.*)$/.exec(why)?.[1];
  return wanted === undefined ? `It ${why}.` : `Write ${wanted}.`;
}
