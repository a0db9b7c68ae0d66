import { deskActions } from "#desk/actions.server.ts";
import { runAction, type ActionOutcome } from "#shop/people/staff/run-action.server.ts";
import type { TestServices } from "#tests/support/shop/test-services.ts";

/** Runs an action of the desk as its page does, with this session token and without a browser. */
export function runDeskAction(
  { services }: Pick<TestServices, "services">,
  token: string,
  name: string,
  fields: Record<string, string>,
): Promise<ActionOutcome<unknown>> {
  const { action } = deskActions.find(({ action }) => action.name === name)!;
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.set(field, value);
  return runAction(services, token, action, form);
}
