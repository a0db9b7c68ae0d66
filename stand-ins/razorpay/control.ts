import { htmlAnswer, jsonAnswer } from "./answers.ts";
import { controlPage } from "./control-page.ts";
import type { RazorpayContext } from "./context.ts";
import { ApiError } from "./errors.ts";
import { faultSwitches } from "./faults.ts";
import { disputeById, paymentById } from "./lookup.ts";
import { snapshot } from "./snapshot.ts";
import { moveDispute, openDispute, openRefund } from "./transitions.ts";

/** The control API's own parts. */
export type Control = { context: RazorpayContext; basePath: string; reset(): void };

type Fields = Record<string, unknown>;

/** The control API and page: faults, ledger, reset, and what a person does on Razorpay's dashboard. */
export async function answerControl(control: Control, request: Request, path: string): Promise<Response> {
  const { context, basePath } = control;
  const what = `${request.method} ${path.slice("/control".length).replace(/\/$/, "")}`;
  if (what === "GET ") return controlPage(context, basePath);
  if (what === "GET /ledger") return jsonAnswer(snapshot(context.ledger));
  if (what === "GET /faults") return jsonAnswer({ faults: context.faults.current(), switches: faultSwitches });
  if (what === "GET /webhook") return jsonAnswer({ webhook: context.webhook.address() });
  const isForm = (request.headers.get("content-type") ?? "").includes("form");
  try {
    const fields = isForm ? Object.fromEntries(await request.formData()) : await readJson(request);
    const answer = act(control, what, isForm, fields);
    if (answer === null) return jsonAnswer({ error: `There is no ${what}` }, 404);
    return isForm
      ? new Response(null, { status: 303, headers: { location: `${basePath}/control` } })
      : jsonAnswer(answer);
  } catch (problem) {
    const text = problem instanceof ApiError ? problem.detail.description : String(problem);
    return isForm
      ? htmlAnswer(text, { "content-type": "text/plain; charset=utf-8" }, 400)
      : jsonAnswer({ error: text }, 400);
  }
}

async function readJson(request: Request): Promise<Fields> {
  const text = await request.text();
  return text.trim() === "" ? {} : (JSON.parse(text) as Fields);
}

function act({ context, reset }: Control, what: string, isForm: boolean, fields: Fields): unknown {
  if (what === "POST /faults") {
    for (const [name, input] of Object.entries(isForm ? faultFromForm(fields) : fields))
      context.faults.set(name, input);
    return { faults: context.faults.current() };
  }
  if (what === "POST /reset") {
    reset();
    return { done: true };
  }
  if (what === "POST /dashboard") {
    const answer = actOnDashboard(context, fields);
    context.commit();
    return answer;
  }
  return null;
}

/** `{ do: "refund" | "dispute" | "dispute-outcome" | "replay", ... }` */
function actOnDashboard(context: RazorpayContext, fields: Fields): unknown {
  if (fields.do === "refund") {
    const payment = paymentById(context, String(fields.payment_id));
    const left = payment.amount - payment.amount_refunded;
    const amount = fields.amount ? Number(fields.amount) : left;
    if (!payment.captured || amount > left || amount < 100) throw new Error("That sum cannot be refunded");
    return openRefund(context, payment, { amount, receipt: null, notes: {}, speed: "normal" });
  }
  if (fields.do === "dispute") return openDispute(context, paymentById(context, String(fields.payment_id)));
  if (fields.do === "dispute-outcome") {
    const status = String(fields.status);
    if (status !== "won" && status !== "lost" && status !== "closed" && status !== "under_review") {
      throw new Error("A dispute may be won, lost, closed or under_review");
    }
    const dispute = disputeById(context, String(fields.dispute_id));
    moveDispute(context, dispute, status);
    return dispute;
  }
  if (fields.do === "replay") return { isSent: context.webhook.replay(String(fields.event_id)) };
  throw new Error("do must be refund, dispute, dispute-outcome or replay");
}

/** One form carries one switch; an empty box means the default. */
function faultFromForm({ name, off, times, ...boxes }: Fields): Fields {
  if (off !== undefined) return { [String(name)]: null };
  const filled = Object.entries(boxes).filter(([, value]) => value !== "");
  const numeric = new Set(["seconds", "milliseconds", "copies", "status", "percent"]);
  return {
    [String(name)]: {
      times: times === "always" ? "always" : Number(times || 1),
      ...Object.fromEntries(filled.map(([field, value]) => [field, numeric.has(field) ? Number(value) : value])),
    },
  };
}
