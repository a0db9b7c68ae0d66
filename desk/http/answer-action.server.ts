import { data, redirect, type ActionFunctionArgs } from "react-router";

import { servicesContext } from "#app/http/context.ts";
import { unreadableForm } from "#app/http/unreadable-form.ts";
import { deskHref } from "#desk/desk-routes.ts";
import { runAction, type ActionOutcome, type DeskAction } from "#shop/staff/run-action.server.ts";
import type { ActionTrouble } from "./action-trouble.ts";
import { readDeskToken } from "./cookies.server.ts";
import { openAgain } from "./read-form.ts";

/** Any action, whatever it reads and answers. */
export type AnyDeskAction = DeskAction<any, any>;

/** Runs the action that a form names, out of those that its page has. */
export async function performAction(
  { request, context }: Pick<ActionFunctionArgs, "request" | "context">,
  actions: readonly AnyDeskAction[],
): Promise<{ action: AnyDeskAction; form: FormData; outcome: ActionOutcome<unknown> }> {
  const form = await request.formData();
  const action = actions.find(({ name }) => name === form.get("intent"));
  if (!action) throw unreadableForm();
  const outcome = await runAction(context.get(servicesContext), readDeskToken(request), action, form);
  return { action, form, outcome };
}

/**
 * Answers a form of a page: `done` says where to go or what to show once it is done. What was refused comes back to the
 * page with all that was typed: 403 for who may not, 409 for what cannot be, 422 for what cannot be read.
 */
export async function answerAction<Shown>(
  args: ActionFunctionArgs,
  actions: readonly AnyDeskAction[],
  done: (action: AnyDeskAction, answer: unknown) => Shown,
) {
  const { action, form, outcome } = await performAction(args, actions);
  const next = args.url.pathname + args.url.search;
  const trouble: ActionTrouble = {
    action: action.name,
    problem: null,
    errors: {},
    values: Object.fromEntries(
      [...form].flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])),
    ),
    isPasskeyNeeded: false,
  };
  switch (outcome.kind) {
    case "done":
      return done(action, outcome.answer);
    case "signed-out":
      return redirect(deskHref("/sign-in", { next, trouble: "ended" }), 303);
    case "passkey-first":
      if (outcome.isNever) return redirect(deskHref("/passkey", { next }), 303);
      return data({ ...trouble, isPasskeyNeeded: true }, { status: 403 });
    case "not-allowed":
      // Whoever may not do it may not see its page either, as a rule.
      throw data(outcome.problem, { status: 403 });
    case "invalid": {
      const { errors } = outcome;
      // What is wrong with a field that nobody sees is said above the form.
      const problem = Object.values(errors).includes(openAgain) ? openAgain : null;
      return data({ ...trouble, problem, errors }, { status: 422 });
    }
    case "refused": {
      const { problem, errors } = outcome;
      // What is said at a field is not said above it once more.
      const isAtField = Object.keys(errors).length > 0;
      return data({ ...trouble, problem: isAtField ? null : problem, errors }, { status: 409 });
    }
  }
}
