import { htmlAnswer, jsonAnswer } from "./answers.ts";
import { controlPage } from "./control-page.ts";
import type { Desk } from "./desk.ts";
import { ApiError } from "./errors.ts";
import { faultSwitches } from "./faults.ts";
import { disputeById, paymentById } from "./lookup.ts";
import { snapshot } from "./snapshot.ts";
import { moveDispute, openDispute, openRefund } from "./transitions.ts";

/** The control API's own parts. */
export type Control = { desk: Desk; basePath: string; reset(): void };

type Fields = Record<string, unknown>;

/** The control API and page: faults, ledger, reset, and what a person does on Razorpay's dashboard. */
export async function answerControl(control: Control, request: Request, path: string): Promise<Response> {
  const { desk, basePath } = control;
  const what = `${request.method} ${path.slice("/control".length).replace(/\/$/, "")}`;
  if (what === "GET ") return controlPage(desk, basePath);
  if (what === "GET /ledger") return jsonAnswer(snapshot(desk.ledger));
  if (what === "GET /faults") return jsonAnswer({ faults: desk.faults.current(), switches: faultSwitches });
  if (what === "GET /webhook") return jsonAnswer({ webhook: desk.webhook.address() });
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

function act({ desk, reset }: Control, what: string, isForm: boolean, fields: Fields): unknown {
  if (what === "POST /faults") {
    for (const [name, wish] of Object.entries(isForm ? faultFromForm(fields) : fields)) desk.faults.set(name, wish);
    return { faults: desk.faults.current() };
  }
  if (what === "POST /reset") {
    reset();
    return { done: true };
  }
  if (what === "POST /dashboard") {
    const answer = actOnDashboard(desk, fields);
    desk.commit();
    return answer;
  }
  return null;
}

/** `{ do: "refund" | "dispute" | "dispute-outcome" | "replay", ... }` */
function actOnDashboard(desk: Desk, fields: Fields): unknown {
  if (fields.do === "refund") {
    const payment = paymentById(desk, String(fields.payment_id));
    const left = payment.amount - payment.amount_refunded;
    const amount = fields.amount ? Number(fields.amount) : left;
    if (!payment.captured || amount > left || amount < 100) throw new Error("That sum cannot be refunded");
    return openRefund(desk, payment, { amount, receipt: null, notes: {}, speed: "normal" });
  }
  if (fields.do === "dispute") return openDispute(desk, paymentById(desk, String(fields.payment_id)));
  if (fields.do === "dispute-outcome") {
    const status = String(fields.status);
    if (status !== "won" && status !== "lost" && status !== "closed" && status !== "under_review") {
      throw new Error("A dispute may be won, lost, closed or under_review");
    }
    const dispute = disputeById(desk, String(fields.dispute_id));
    moveDispute(desk, dispute, status);
    return dispute;
  }
  if (fields.do === "replay") return { isSent: desk.webhook.replay(String(fields.event_id)) };
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
