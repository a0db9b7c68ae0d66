/** Runs the action that a desk form names, and turns its outcome into a redirect, a page or an error status. */
import { data, redirect, type ActionFunctionArgs } from "react-router";

import { servicesContext } from "#app/http/context.ts";
import { unreadableForm } from "#app/http/unreadable-form.ts";
import { deskHref } from "#desk/desk-routes.ts";
import { readTexts } from "#shop/kernel/forms/read-fields.ts";
import { may } from "#shop/people/staff/roles.ts";
import { runAction, type ActionOutcome, type DeskAction } from "#shop/people/staff/run-action.server.ts";
import type { ActionError } from "./action-error.ts";
import { staffContext } from "./context.ts";
import { readDeskToken, setDeskUndo } from "./cookies.server.ts";
import { findIsbnBooks } from "./books/isbn-books.server.ts";
import { openAgainMessage } from "./read-form.ts";
import { isSecretField } from "./secret-field.ts";
import { fillInBooks, resolveTypedBooks, type ResolvedBooks } from "./books/resolve-books.server.ts";

/** An action with any types of input and answer. */
export type AnyDeskAction = DeskAction<any, any>;

/** The type of an action's answer; for a union of actions, the union of their answers. */
type AnswerOf<Action> = Action extends DeskAction<any, infer Answer> ? Answer : never;

const noBooks: ResolvedBooks = { names: {}, titles: {}, mayBe: {}, errors: {}, isOpen: false };

/**
 * Runs the one of `actions` that the form names. The fields in `bookFields` contain books as typed; if the person may
 * run the action, these are resolved to ids first.
 */
export async function performAction<Action extends AnyDeskAction>(
  { request, context }: Pick<ActionFunctionArgs, "request" | "context">,
  actions: readonly Action[],
  bookFields: readonly string[] = [],
): Promise<{ action: Action; form: FormData; books: ResolvedBooks; outcome: ActionOutcome<AnswerOf<Action>> }> {
  const form = await request.formData();
  const action = actions.find(({ name }) => name === form.get("intent"));
  if (!action) throw unreadableForm();
  const services = context.get(servicesContext);
  const session = context.get(staffContext);
  const mayDoIt = session !== null && may(session.staff.role, action.needs);
  const books = mayDoIt ? await resolveTypedBooks(services.db, readTexts(form), bookFields) : noBooks;
  fillInBooks(form, books);
  const outcome = await runAction(services, readDeskToken(request), withBooks(action, books), form);
  return { action, form, books, outcome };
}

/** Makes an action fail with errors at its fields while a typed book is ambiguous. */
function withBooks(action: AnyDeskAction, { errors, isOpen }: ResolvedBooks): AnyDeskAction {
  if (!isOpen) return action;
  return {
    ...action,
    read(form) {
      const read = action.read(form);
      return { ok: false, errors: read.ok ? errors : { ...errors, ...read.errors } };
    },
  };
}

/**
 * Responds to a form of a page. `done` returns a redirect or the data to show; a redirect offers undo if the action can
 * be undone. The response to a rejected form contains its values, except secret ones, and has the status 403 (not
 * allowed), 409 (not possible) or 422 (invalid).
 */
export async function answerAction<Action extends AnyDeskAction, Shown>(
  args: ActionFunctionArgs,
  actions: readonly Action[],
  done: (action: Action, answer: AnswerOf<Action>) => Shown,
  bookFields: readonly string[] = [],
) {
  const { action, form, books, outcome } = await performAction(args, actions, bookFields);
  const next = args.url.pathname + args.url.search;
  const mayBe = { ...books.mayBe };
  // If the ISBN is rejected, list the books that have this ISBN.
  if ("errors" in outcome && "isbn" in outcome.errors)
    mayBe.isbn = await findIsbnBooks(args.context.get(servicesContext).db, readTexts(form).isbn ?? "");
  const trouble: ActionError = {
    action: action.name,
    problem: null,
    errors: {},
    values: Object.fromEntries(
      [...form].flatMap(([name, value]) => (typeof value === "string" && !isSecretField(name) ? [[name, value]] : [])),
    ),
    books: { titles: books.titles, mayBe },
    isPasskeyNeeded: false,
  };
  switch (outcome.kind) {
    case "done": {
      const shown = await done(action, outcome.answer);
      if (action.needs === "settings") await args.context.get(servicesContext).applyChanges();
      if (outcome.undoable !== null && shown instanceof Response)
        setDeskUndo(shown.headers, args.request.url, outcome.undoable);
      return shown;
    }
    case "signed-out":
      return redirect(deskHref("/sign-in", { next, trouble: "ended" }), 303);
    case "passkey-first":
      if (outcome.isNever) return redirect(deskHref("/passkey", { next }), 303);
      return data({ ...trouble, isPasskeyNeeded: true }, { status: 403 });
    case "not-allowed":
      // A person who may not run the action usually may not open its page either.
      throw data(outcome.problem, { status: 403 });
    case "invalid": {
      const { errors } = outcome;
      // An error of a hidden field is shown above the form.
      const problem = Object.values(errors).includes(openAgainMessage) ? openAgainMessage : null;
      return data({ ...trouble, problem, errors }, { status: 422 });
    }
    case "refused": {
      const { problem, errors } = outcome;
      // A problem that is shown at a field is not repeated above the form.
      const isAtField = Object.keys(errors).length > 0;
      return data({ ...trouble, problem: isAtField ? null : problem, errors }, { status: 409 });
    }
  }
}
