import { inTransaction } from "#db/transaction.ts";
import { forgetChangedRows, noteChangedRows, writeRecord, type Entry } from "#shop/kernel/audit-log/record.server.ts";
import type { Services } from "#shop/services.ts";
import { may, whoMay, type Capability } from "./roles.ts";
import { findAnswer, keepAnswer, onceHash } from "./answered-forms.server.ts";
import { holdStaff } from "./invitations.server.ts";
import { findStaffSession, hasShown, type Proof, type StaffSession } from "./sessions.server.ts";

/** What an action works with: the services with its own transaction as `db`, and who does it. */
export interface ActionContext {
  services: Services;
  session: StaffSession;
  /** When it is done. */
  at: Date;
}

/** What came of an action: its answer to the page, and what the record says of it, null when nothing was changed. */
export interface ActionDone<Answer> {
  answer: Answer;
  entry: Entry | null;
}

/** What was sent, read; or what is wrong with it, by the name of each field. */
export type ReadAction<Input> = { ok: true; input: Input } | { ok: false; errors: Record<string, string> };

/** Something that can be done at the desk. Nothing is done there in another way than by `runAction`. */
export interface DeskAction<Input = never, Answer = unknown> {
  /** Chapter and act, such as `staff.invite`: what its button sends as `intent`, too. */
  name: string;
  /** What it does, in words that follow "to": for whoever is refused. */
  does: string;
  needs: Capability;
  /** What the browser must have shown. Money, staff, settings, names in files and erasing need a fresh passkey. */
  proof: Proof;
  /** It changes who is staff: it waits for others that do before it looks at who asks. */
  changesStaff?: boolean;
  /** Done anew whenever its form is sent: it changes nothing, or its answer is a secret, which is kept nowhere. */
  isRepeated?: boolean;
  /**
   * Why it cannot be undone, such as "the parcel is on its way". Without this, what it changes in the tables of
   * `shop/office/undo` can be undone for 30 days, and it needs nothing for that.
   */
  cannotUndo?: string;
  read: (form: FormData) => ReadAction<Input>;
  /** Throws an ActionRefused when it cannot be done; then nothing is. */
  run: (context: ActionContext, input: Input) => Promise<ActionDone<Answer>>;
}

/** Any action, whatever it reads and answers. */
export type AnyDeskAction = DeskAction<never, unknown>;

/** Declares an action; a function only so that what it reads is what it is given. */
export function deskAction<Input, Answer>(action: DeskAction<Input, Answer>): DeskAction<Input, Answer> {
  return action;
}

/** Why an action cannot be done, in words for the person at the desk; `errors` says it at fields, by their names. */
export class ActionRefused extends Error {
  readonly errors: Record<string, string>;

  constructor(words: string, errors: Record<string, string> = {}) {
    super(words);
    this.errors = errors;
  }
}

/** Refuses a form for what is wrong with its fields; nothing when nothing is. */
export function refuseFields(errors: Record<string, string>): void {
  if (Object.keys(errors).length > 0) throw new ActionRefused([...new Set(Object.values(errors))].join(" "), errors);
}

export type ActionOutcome<Answer> =
  /** `undoable` is the entry of the record that can be undone; null when there is none. */
  | { kind: "done"; answer: Answer; undoable: number | null }
  | { kind: "signed-out" }
  | { kind: "passkey-first"; isNever: boolean }
  | { kind: "not-allowed"; problem: string }
  | { kind: "invalid"; errors: Record<string, string> }
  /** `errors` says the same at fields, by their names; empty where it is about none of them. */
  | { kind: "refused"; problem: string; errors: Record<string, string> };

/**
 * Does one thing at the desk, the only way to: looks at who asks with this token and what they may, runs the action, and
 * writes it into the record, all in one transaction. What is refused is recorded as well, but not that a passkey was shown too
 * long ago: the page asks for it and goes on. A form with the field `once` that
 * was done before is not done again, and gets the same answer.
 */
export async function runAction<Input, Answer>(
  services: Services,
  token: string | null,
  action: DeskAction<Input, Answer>,
  form: FormData,
): Promise<ActionOutcome<Answer>> {
  const { db, now, settings } = services;
  if (token === null) return { kind: "signed-out" };
  const asker: { staffId: number | null } = { staffId: null };
  try {
    return await inTransaction(db, async (tx): Promise<ActionOutcome<Answer>> => {
      const at = now();
      if (action.changesStaff) await holdStaff(tx);
      const session = await findStaffSession(tx, token, at, { isHeld: true });
      if (!session) return { kind: "signed-out" };
      asker.staffId = session.staff.id;
      const by = { actor: "staff" as const, staffId: session.staff.id };
      const refuse = (words: string) =>
        writeRecord(tx, by, at, { action: "desk.refused", words: `Was refused to ${action.does}: ${words}` });
      const shown = { now: at, isTestSignIn: settings.isTestSignIn };
      const isSignedIn = hasShown(action.proof === "google" ? "google" : "passkey", session, shown);
      if (!isSignedIn) return { kind: "passkey-first", isNever: true };
      if (!may(session.staff.role, action.needs)) {
        const problem = `Only ${whoMay(action.needs)} may do this: ${action.does}.`;
        await refuse("the role does not allow it.");
        return { kind: "not-allowed", problem };
      }
      const read = action.read(form);
      if (!read.ok) return { kind: "invalid", errors: read.errors };
      // The same form is sent again once the passkey is shown: nothing was attempted that the record has to tell of.
      if (!hasShown(action.proof, session, shown)) return { kind: "passkey-first", isNever: false };
      const hash = action.isRepeated ? null : await onceHash(session, form);
      const given = hash && (await findAnswer(tx, hash));
      if (given) return { kind: "done", answer: given.answer as Answer, undoable: null };
      if (action.cannotUndo === undefined) await noteChangedRows(tx);
      const { answer, entry } = await action.run({ services: { ...services, db: tx }, session, at }, read.input);
      if (hash) await keepAnswer(tx, hash, answer, at);
      if (entry === null) {
        if (action.cannotUndo === undefined) await forgetChangedRows(tx);
        return { kind: "done", answer, undoable: null };
      }
      const { number, isUndoable } = await writeRecord(tx, by, at, entry);
      return { kind: "done", answer, undoable: isUndoable ? number : null };
    });
  } catch (error) {
    if (!(error instanceof ActionRefused)) throw error;
    // What was begun is undone; that it was refused stays.
    const words = `Could not ${action.does}: ${error.message}`;
    const by = { actor: "staff" as const, staffId: asker.staffId! };
    await inTransaction(db, (tx) => writeRecord(tx, by, now(), { action: "desk.refused", words }));
    return { kind: "refused", problem: error.message, errors: error.errors };
  }
}
