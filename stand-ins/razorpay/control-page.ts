import { escapeHtml, htmlAnswer } from "./answers.ts";
import type { RazorpayContext } from "./context.ts";
import { type FaultName, faultSwitches } from "./faults.ts";
import { snapshot } from "./snapshot.ts";

/** The control page: every switch with its form, and the last things that happened. No script. */
export function controlPage(context: RazorpayContext, basePath: string): Response {
  const html = `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>Razorpay stand-in</title>
  <link rel="stylesheet" href="${basePath}/v1/checkout/files/control.css">
</head>
<body>
<main>
  <h1>Razorpay stand-in</h1>
  <p>Webhook: ${webhookState(context)}. <a href="${basePath}/control/ledger">The whole ledger</a></p>
  <form method="post" action="${basePath}/control/reset" enctype="multipart/form-data"><button>Forget everything</button></form>
  <h2>Faults</h2>
  <div class="switches">${switchNames()
    .map((name) => switchForm(context, basePath, name))
    .join("")}</div>
  <h2>Payments</h2>
  ${paymentsTable(context, basePath)}
  <h2>Webhook events</h2>
  ${eventsTable(context, basePath)}
</main>
</body>
</html>`;
  return htmlAnswer(html, {
    "content-security-policy": "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'",
  });
}

function switchNames(): FaultName[] {
  return Object.keys(faultSwitches) as FaultName[];
}

function webhookState(context: RazorpayContext): string {
  const address = context.webhook.address();
  if (!address) return "none";
  return `${escapeHtml(address.url)} (${address.isDisabled ? "disabled after 24 h of failures" : "on"})`;
}

function switchForm(context: RazorpayContext, basePath: string, name: FaultName): string {
  const fault = context.faults.current()[name];
  const { does, fields } = faultSwitches[name];
  const boxes = Object.entries(fields).map(
    ([field, fallback]) =>
      `<label>${field} <input name="${field}" placeholder="${escapeHtml(String(fallback) || "any")}"></label>`,
  );
  return `<form method="post" action="${basePath}/control/faults"${fault ? ' class="on"' : ""}>
    <h3>${name}${fault ? ` <em>on, ${fault.times === "always" ? "always" : `${fault.times} times more`}</em>` : ""}</h3>
    <p>${escapeHtml(does)}.</p>
    <input type="hidden" name="name" value="${name}">
    <label>times <input name="times" placeholder="1, or always"></label>
    ${boxes.join("\n    ")}
    <button>Turn on</button>${fault ? ' <button name="off" value="1">Turn off</button>' : ""}
  </form>`;
}

function paymentsTable(context: RazorpayContext, basePath: string): string {
  const rows = snapshot(context.ledger)
    .payments.slice(-20)
    .toReversed()
    .map(
      (payment) => `<tr>
      <td>${payment.id}</td><td>${payment.order_id}</td><td>${(payment.amount / 100).toFixed(2)} ${escapeHtml(payment.currency)}</td>
      <td>${payment.status}${payment.error ? `, ${payment.error.reason}` : ""}</td>
      <td>${dashboardForm(basePath, "refund", "payment_id", payment.id, "Refund")}
          ${dashboardForm(basePath, "dispute", "payment_id", payment.id, "Dispute")}</td>
    </tr>`,
    );
  return table(["Payment", "Order", "Amount", "State", "Dashboard"], rows);
}

function eventsTable(context: RazorpayContext, basePath: string): string {
  const rows = snapshot(context.ledger)
    .events.slice(-30)
    .toReversed()
    .map((event) => {
      const tries = event.deliveries.map(({ status, problem }) => status ?? escapeHtml(problem ?? "")).join(", ");
      return `<tr><td>${event.event}</td><td>${event.id}</td><td>${event.state}</td><td>${tries}</td>
      <td>${dashboardForm(basePath, "replay", "event_id", event.id, "Replay")}</td></tr>`;
    });
  return table(["Event", "Id", "State", "Answers", "Dashboard"], rows);
}

function dashboardForm(basePath: string, act: string, field: string, id: string, label: string): string {
  return `<form method="post" action="${basePath}/control/dashboard"><input type="hidden" name="do" value="${act}"><input type="hidden" name="${field}" value="${id}"><button>${label}</button></form>`;
}

function table(headings: readonly string[], rows: readonly string[]): string {
  if (rows.length === 0) return "<p>None yet.</p>";
  const head = headings.map((heading) => `<th scope="col">${heading}</th>`).join("");
  return `<div class="table"><table><thead><tr>${head}</tr></thead><tbody>${rows.join("")}</tbody></table></div>`;
}
