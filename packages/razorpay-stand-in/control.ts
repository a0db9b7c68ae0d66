/** The control page and API: faults, ledger, reset, and actions of Razorpay's dashboard. */
import { html } from "hono/html";

import { controlButton } from "@endpaper/stand-in-kit/control-page";
import type { Control, Fields } from "@endpaper/stand-in-kit/control";
import type { Html } from "@endpaper/stand-in-kit/page";
import type { RazorpayContext } from "./context.ts";
import { disputeById, paymentById, qrCodeById } from "./ledger/lookup.ts";
import { payQrCode } from "./ledger/qr-codes.ts";
import { snapshot } from "./ledger/snapshot.ts";
import { moveDispute, openDispute, openRefund } from "./ledger/transitions.ts";

export function razorpayControl(context: RazorpayContext, reset: () => void): Control {
  const { basePath } = context;
  return {
    basePath,
    title: "Razorpay stand-in",
    faults: context.faults,
    above: () =>
      html`<p>Webhook: ${webhookState(context)}. <a href="${basePath}/control/ledger">The whole ledger</a></p>
        ${controlButton(basePath, "reset", "Forget everything")}`,
    below: () =>
      html`<h2>QR codes</h2>
        ${codesTable(context)}
        <h2>Payments</h2>
        ${paymentsTable(context)}
        <h2>Webhook events</h2>
        ${eventsTable(context)}`,
    reads: {
      ledger: () => snapshot(context.ledger),
      webhook: () => ({ webhook: context.webhook.address() }),
    },
    acts: {
      reset() {
        reset();
        return { done: true };
      },
      dashboard(fields) {
        const answer = actOnDashboard(context, fields);
        context.commit();
        return answer;
      },
    },
  };
}

/** Performs an action of the dashboard, or pays a QR code: `{ do: "pay-code" | "refund" | "dispute" | "dispute-outcome" | "replay", ... }` */
function actOnDashboard(context: RazorpayContext, fields: Fields): object {
  if (fields.do === "pay-code") {
    const code = qrCodeById(context, String(fields.code_id));
    const amount = fields.amount ? Number(fields.amount) : (code.payment_amount ?? 100);
    return payQrCode(context, code, { amount, vpa: "reader@okicici" });
  }
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
  throw new Error("do must be pay-code, refund, dispute, dispute-outcome or replay");
}

function webhookState({ webhook }: RazorpayContext): string {
  const address = webhook.address();
  if (!address) return "none";
  return `${address.url} (${address.isDisabled ? "disabled after 24 h of failures" : "on"})`;
}

function codesTable({ ledger, basePath }: RazorpayContext): Html {
  const codes = snapshot(ledger).qrCodes.slice(-20).toReversed();
  const rows = codes.map(({ id, payment_amount, status, close_reason, payments_count_received }) => [
    id,
    payment_amount === null ? "any" : `${(payment_amount / 100).toFixed(2)} INR`,
    `${status}${close_reason === null ? "" : `, ${close_reason}`}, ${payments_count_received} paid`,
    controlButton(basePath, "dashboard", "Pay", { do: "pay-code", code_id: id }),
  ]);
  return table(["QR code", "Amount", "State", "Buyer"], rows);
}

function paymentsTable({ ledger, basePath }: RazorpayContext): Html {
  const payments = snapshot(ledger).payments.slice(-20).toReversed();
  const rows = payments.map(({ id, order_id, amount, currency, status, error }) => [
    id,
    order_id,
    `${(amount / 100).toFixed(2)} ${currency}`,
    error ? `${status}, ${error.reason}` : status,
    html`${controlButton(basePath, "dashboard", "Refund", { do: "refund", payment_id: id })}
    ${controlButton(basePath, "dashboard", "Dispute", { do: "dispute", payment_id: id })}`,
  ]);
  return table(["Payment", "Order", "Amount", "State", "Dashboard"], rows);
}

function eventsTable({ ledger, basePath }: RazorpayContext): Html {
  const events = snapshot(ledger).events.slice(-30).toReversed();
  const rows = events.map(({ id, event, state, deliveries }) => [
    event,
    id,
    state,
    deliveries.map(({ status, problem }) => status ?? problem ?? "").join(", "),
    controlButton(basePath, "dashboard", "Replay", { do: "replay", event_id: id }),
  ]);
  return table(["Event", "Id", "State", "Answers", "Dashboard"], rows);
}

function table(headings: readonly string[], rows: readonly (string | Html)[][]): Html {
  if (rows.length === 0) return html`<p>None yet.</p>`;
  return html`<div class="table">
    <table>
      <thead>
        <tr>
          ${headings.map((heading) => html`<th scope="col">${heading}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (cells) =>
            html`<tr>
              ${cells.map((cell) => html`<td>${cell}</td>`)}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}
