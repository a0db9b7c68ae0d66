/**
 * Runs an action of the desk: checks session, permission and passkey, applies it once and writes the audit log, in one
 * transaction.
 */
import { inTransaction } from "#db/transaction.ts";
import {
  forgetChangedRows,
  noteChangedRows,
  writeAuditLog,
  type Entry,
} from "#shop/kernel/audit-log/write-audit-log.server.ts";
import type { Services } from "#shop/services.ts";
import { may, whoMay, type Capability } from "./roles.ts";
import { findAnswer, storeAnswer, hashFormForIdempotency } from "./answered-forms.server.ts";
import { lockStaff } from "./invitations.server.ts";
import { findStaffSession, hasShown, type Proof, type StaffSession } from "./sessions.server.ts";

/** The arguments of an action: the services with its transaction as `db`, and the staff member's session. */
export interface ActionContext {
  services: Services;
  session: StaffSession;
  /** The time of the action. */
  at: Date;
}

/** The result of an action: the answer for the page, and the audit log entry, null if nothing changed. */
export interface ActionDone<Answer> {
  answer: Answer;
  entry: Entry | null;
}

/** The parsed form, or the errors by field name. */
export type ReadAction<Input> = { ok: true; input: Input } | { ok: false; errors: Record<string, string> };

/** An action of the desk. Every change there goes through `runAction`. */
export interface DeskAction<Input = never, Answer = unknown> {
  /** Chapter and verb, such as `staff.invite`; also the `intent` that its button sends. */
  name: string;
  /** The action as a verb phrase that follows "to", for messages about a refusal. */
  does: string;
  needs: Capability;
  /** The sign-in proof that is required. Money, staff, settings, names in files and erasing need a fresh passkey. */
  proof: Proof;
  /** Set if the action changes staff. It then waits for concurrent changes of staff before the session is checked. */
  changesStaff?: boolean;
  /**
   * Set if the action runs again when its form is sent again, because it changes nothing, or because its answer is a
   * secret that must not be stored.
   */
  isRepeated?: boolean;
  /**
   * Why the action cannot be undone, such as "the parcel is on its way". If absent, the action's changes in the tables
   * of `shop/office/undo` can be undone for 30 days.
   */
  cannotUndo?: string;
  read: (form: FormData) => ReadAction<Input>;
  /** Throws ActionRefused if the action is impossible; all its changes are then rolled back. */
  run: (context: ActionContext, input: Input) => Promise<ActionDone<Answer>>;
}

/** An action with any input and answer. */
export type AnyDeskAction = DeskAction<never, unknown>;

/** Declares an action; a function so that TypeScript infers `Input` and `Answer`. */
export function deskAction<Input, Answer>(action: DeskAction<Input, Answer>): DeskAction<Input, Answer> {
  return action;
}

/** An action is refused; the message is for the staff member, and `errors` contains messages by field name. */
export class ActionRefused extends Error {
  readonly errors: Record<string, string>;

  constructor(words: string, errors: Record<string, string> = {}) {
    super(words);
    this.errors = errors;
  }
}

/** Throws ActionRefused if there are errors of fields. */
export function refuseFields(errors: Record<string, string>): void {
  if (Object.keys(errors).length > 0) throw new ActionRefused([...new Set(Object.values(errors))].join(" "), errors);
}

export type ActionOutcome<Answer> =
  /** `undoable` is the number of the audit log entry if it can be undone, else null. */
  | { kind: "done"; answer: Answer; undoable: number | null }
  | { kind: "signed-out" }
  | { kind: "passkey-first"; isNever: boolean }
  | { kind: "not-allowed"; problem: string }
  | { kind: "invalid"; errors: Record<string, string> }
  /** `errors` repeats the problem by field name; empty if it concerns no field. */
  | { kind: "refused"; problem: string; errors: Record<string, string> };

/**
 * Runs an action of the desk; there is no other way to change something there. Checks the session of `token` and its
 * permissions, runs the action and writes the audit log, in one transaction. Refusals are logged too, with one
 * exception: if the passkey was shown too long ago, the page asks for it and sends the form again. A form with the
 * idempotency key `once` is applied once; if it is sent again, it gets the same answer.
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
      if (action.changesStaff) await lockStaff(tx);
      const session = await findStaffSession(tx, token, at, { forUpdate: true });
      if (!session) return { kind: "signed-out" };
      asker.staffId = session.staff.id;
      const by = { actor: "staff" as const, staffId: session.staff.id };
      const refuse = (words: string) =>
        writeAuditLog(tx, by, at, { action: "desk.refused", words: `Was refused to ${action.does}: ${words}` });
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
      // The page sends the form again after the passkey was shown, so this is no attempt to log.
      if (!hasShown(action.proof, session, shown)) return { kind: "passkey-first", isNever: false };
      const hash = action.isRepeated ? null : await hashFormForIdempotency(session, form);
      const given = hash && (await findAnswer(tx, hash));
      if (given) return { kind: "done", answer: given.answer as Answer, undoable: null };
      if (action.cannotUndo === undefined) await noteChangedRows(tx);
      const { answer, entry } = await action.run({ services: { ...services, db: tx }, session, at }, read.input);
      if (hash) await storeAnswer(tx, hash, answer, at);
      if (entry === null) {
        if (action.cannotUndo === undefined) await forgetChangedRows(tx);
        return { kind: "done", answer, undoable: null };
      }
      const { number, isUndoable } = await writeAuditLog(tx, by, at, entry);
      return { kind: "done", answer, undoable: isUndoable ? number : null };
    });
  } catch (error) {
    if (!(error instanceof ActionRefused)) throw error;
    // The changes are rolled back, so the refusal is logged in a new transaction.
    const words = `Could not ${action.does}: ${error.message}`;
    const by = { actor: "staff" as const, staffId: asker.staffId! };
    await inTransaction(db, (tx) => writeAuditLog(tx, by, now(), { action: "desk.refused", words }));
    return { kind: "refused", problem: error.message, errors: error.errors };
  }
}
