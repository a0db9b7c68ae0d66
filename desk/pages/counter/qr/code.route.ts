/** Payments by a QR code of the payment provider: a till shows a code, asks whether it is paid, and cancels it. */
import { servicesContext } from "#app/http/context.ts";
import { performAction } from "#desk/http/answer-action.server.ts";
import { staffContext } from "#desk/http/context.ts";
import { requireStaff } from "#desk/http/staff.server.ts";
import { cancelCodeFromDesk, showCodeFromDesk, type CodeAnswer } from "./code-actions.server.ts";
import { cancelCodeSale, checkCodeSale, listOrdersOfSale } from "#shop/sales/counter/code-sale.server.ts";
import { may } from "#shop/people/staff/roles.ts";
import { closeCodes, openCode } from "#shop/sales/payments/qr-codes.server.ts";
import type { Services } from "#shop/services.ts";

import type { Route } from "./+types/code.route";
import { refuseSale } from "#desk/pages/counter/till/refuse-sale.ts";

const saleId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const idIn = (url: URL) => url.searchParams.get("sale") ?? "";

/** Whether a sale is paid by now; the till asks every few seconds. */
export async function loader(args: Route.LoaderArgs) {
  await requireStaff(args, { needs: "counter" });
  const id = idIn(args.url);
  if (!saleId.test(id)) return answer({ kind: "closed" });
  return answer(await checkCodeSale(args.context.get(servicesContext), id));
}

/** Shows or cancels the code of a sale. */
export async function action(args: Route.ActionArgs) {
  const services = args.context.get(servicesContext);
  const id = idIn(args.url);
  const session = args.context.get(staffContext);
  // A payment of this moment is found before its code is cancelled. Who may cancel is checked below.
  if (saleId.test(id) && session !== null && may(session.staff.role, "counter"))
    await checkCodeSale(services, id, { isLast: true });
  const { outcome, form } = await performAction(args, [showCodeFromDesk, cancelCodeFromDesk]);
  if (outcome.kind !== "done") return refuseSale(outcome);
  if (outcome.answer === null) return answer(await closeAtProvider(services, String(form.get("id"))));
  if ("kind" in outcome.answer) return answer(outcome.answer);
  const { orderId, closesAt } = outcome.answer;
  const opened = await openCode(services, orderId);
  if (opened.ok) return answer({ kind: "shown", code: opened.code, closesAt });
  if (opened.reason === "closed") return answer({ kind: "closed" });
  if (opened.reason !== "refused")
    return answer({ kind: "no-code", problem: "Razorpay did not answer. Trying again makes no second code." });
  const { id: refusedId } = JSON.parse(String(form.get("sale"))) as { id: string };
  await cancelCodeSale(services, refusedId, { note: "the provider refused a code" });
  const problem = `Razorpay made no QR code (${opened.message}). It may not have enabled them for your account.`;
  return answer({ kind: "not-offered", problem });
}

async function closeAtProvider(services: Services, id: string): Promise<CodeAnswer> {
  for (const orderId of await listOrdersOfSale(services, id)) await closeCodes(services, orderId);
  return checkCodeSale(services, id);
}

function answer(given: CodeAnswer): Response {
  return Response.json(given);
}
