/** The actions for passkeys: request the options of the browser, add, verify and remove a passkey. */
import { requiredDeskUrl } from "#desk/http/required-desk-url.ts";
import { isGoogleMissing } from "#shop/people/staff/passkey-sign-in.server.ts";
import { parseJson } from "#shop/kernel/text/parse-json.ts";
import { readTexts } from "#shop/kernel/forms/read-fields.ts";
import {
  deletePasskey,
  insertPasskey,
  storeChallenge,
  listPasskeys,
  maxPasskeys,
  notePasskeyUse,
  takeChallenge,
} from "#shop/people/staff/passkeys.server.ts";
import { ActionRefused, deskAction, type ActionContext } from "#shop/people/staff/run-action.server.ts";
import { hasShown, renewStaffSession } from "#shop/people/staff/sessions.server.ts";
import {
  askForNewPasskey,
  askForPasskey,
  readNewPasskey,
  readShownPasskey,
} from "#shop/people/staff/verify-passkey.server.ts";

const notRead = "This passkey could not be verified. Try again, or use another one.";

/** Whether the person may add a passkey: always if it is the first one, otherwise only after using another one. */
function mayAdd({ services, session, at }: ActionContext): boolean {
  const shown = { now: at, isTestSignIn: services.settings.isTestSignIn };
  return !session.hasPasskey || hasShown("fresh passkey", session, shown);
}

const partyOf = ({ services: { settings } }: ActionContext) => ({
  shopName: settings.name,
  deskUrl: requiredDeskUrl(settings),
});

/** Returns the options with which the browser creates a new passkey or uses a known one. */
export const askPasskey = deskAction({
  name: "passkey.ask",
  does: "use a passkey",
  cannotUndo: "the browser uses a passkey",
  isRepeated: true,
  needs: "own-sign-in",
  proof: "google",
  read: (form) => ({ ok: true, input: { isNew: form.get("kind") === "new" } }),
  async run(context, { isNew }) {
    const { services, session, at } = context;
    const known = await listPasskeys(services.db, session.staff.id);
    if (isNew && !mayAdd(context)) throw new ActionRefused("Use one of your passkeys first, then add another one.");
    if (isNew && known.length >= maxPasskeys)
      throw new ActionRefused(`You cannot have more than ${maxPasskeys} passkeys.`);
    if (!isNew && known.length === 0) throw new ActionRefused("You have no passkey yet. Please add one.");
    const options = isNew
      ? await askForNewPasskey(partyOf(context), session.staff, known, isGoogleMissing(services))
      : await askForPasskey(partyOf(context), known);
    await storeChallenge(services.db, session.id, options.challenge, at);
    return { answer: options, entry: null };
  },
});

function readAnswer(form: FormData) {
  const { answer = "", name = "" } = readTexts(form);
  const response = answer.length <= 20_000 ? parseJson(answer) : undefined;
  const called = [...name.replace(/[\p{Cc}\s]+/gu, " ").trim()].slice(0, 60).join("");
  return typeof response === "object" && response !== null
    ? { ok: true as const, input: { response, name: called || "Passkey" } }
    : { ok: false as const, errors: { answer: notRead } };
}

/** Adds a passkey. The passkey then also counts as used in this session. */
export const addPasskey = deskAction({
  name: "passkey.add",
  does: "add a passkey",
  cannotUndo: "a passkey can be removed on the page of one’s own passkeys",
  isRepeated: true,
  needs: "own-sign-in",
  proof: "google",
  read: readAnswer,
  async run(context, { response, name }) {
    const { services, session, at } = context;
    const { db } = services;
    if (!mayAdd(context)) throw new ActionRefused("Use one of your passkeys first, then add another one.");
    const challenge = await takeChallenge(db, session.id, at);
    const made = challenge === null ? null : await readNewPasskey(partyOf(context), challenge, response);
    if (!made) throw new ActionRefused(notRead);
    if (!(await insertPasskey(db, session.staff.id, made, { name, at })))
      throw new ActionRefused("The desk already has this passkey.");
    const token = await renewStaffSession(db, session.id, at);
    const subject = `staff ${session.staff.id}`;
    return { answer: { token }, entry: { action: "passkey.add", words: `Added the passkey ${name}.`, subject } };
  },
});

/** Verifies a passkey, at the sign-in and again for an action that needs a fresh one. */
export const showPasskey = deskAction({
  name: "passkey.show",
  does: "use a passkey",
  cannotUndo: "the browser uses a passkey",
  isRepeated: true,
  needs: "own-sign-in",
  proof: "google",
  read: readAnswer,
  async run(context, { response }) {
    const { services, session, at } = context;
    const { db } = services;
    const challenge = await takeChallenge(db, session.id, at);
    const known = await listPasskeys(db, session.staff.id);
    const shown = challenge === null ? null : await readShownPasskey(partyOf(context), challenge, response, known);
    if (!shown) throw new ActionRefused(notRead);
    await notePasskeyUse(db, shown.id, shown.counter, at);
    const token = await renewStaffSession(db, session.id, at);
    const words = session.passkeyAt === null ? "Signed in with a passkey." : "Used a passkey again.";
    return { answer: { token }, entry: { action: "passkey.show", words, subject: `staff ${session.staff.id}` } };
  },
});

/**
 * Removes a passkey of the signed-in person. The last one can only be removed by another owner or on the command line.
 */
export const removePasskey = deskAction({
  name: "passkey.remove",
  does: "remove a passkey",
  cannotUndo: "only the person can add a passkey again",
  needs: "own-sign-in",
  proof: "fresh passkey",
  read: (form) => ({ ok: true, input: { id: readTexts(form).passkey ?? "" } }),
  async run({ services: { db, settings }, session: { staff } }, { id }) {
    const known = await listPasskeys(db, staff.id);
    const subject = `staff ${staff.id}`;
    if (!known.some((one) => one.id === id)) return { answer: null, entry: null };
    if (known.length === 1 && !settings.isTestSignIn)
      throw new ActionRefused("This is your only passkey. Add another one first.");
    const name = await deletePasskey(db, staff.id, id);
    return { answer: null, entry: { action: "passkey.remove", words: `Removed the passkey ${name}.`, subject } };
  },
});
