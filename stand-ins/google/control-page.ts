import { html } from "hono/html";

import type { GoogleContext } from "./context.ts";
import { type Fault, type FaultName, faultSwitches } from "./faults.ts";
import { answerPage } from "./page.ts";

/** The control page: every switch with its form. */
export function answerControlPage(context: GoogleContext): Promise<Response> {
  const control = `${context.basePath}/control`;
  const on = context.faults.current();
  const names = Object.keys(faultSwitches) as FaultName[];
  const body = html`<h1>Try what happens when sign-in fails</h1>
    <p>A switch strikes as often as you say, then turns itself off.</p>
    <div class="ways-out">
      <form method="post" action="${control}/rotate-keys"><button>Rotate the keys</button></form>
      <form method="post" action="${control}/reset"><button>Turn everything off</button></form>
    </div>
    <ul class="switches">
      ${names.map((name) => switchForm(control, name, on[name]))}
    </ul>`;
  return answerPage(context, { title: "Try what happens when sign-in fails", body, isWide: true });
}

function switchForm(control: string, name: FaultName, fault: Fault | undefined) {
  const { does, fields } = faultSwitches[name];
  const boxes = Object.entries(fields).map(
    ([field, fallback]) =>
      html`<label>${field} <input name="${field}" placeholder="${fallback}" autocomplete="off" /></label>`,
  );
  return html`<li${fault ? html` class="on"` : ""}>
    <form method="post" action="${control}/faults">
      <h2>${does}</h2>
      <p class="quiet">${name}${fault ? html`: <strong>on, ${wordsFor(fault.times)}</strong>` : ""}</p>
      <input type="hidden" name="name" value="${name}" />
      <label>times <input name="times" placeholder="1, or always" autocomplete="off" /></label>
      ${boxes}
      <button>Turn on</button>
      ${fault ? html`<button name="off" value="1">Turn off</button>` : ""}
    </form>
  </li>`;
}

function wordsFor(times: Fault["times"]): string {
  if (times === "always") return "always";
  return times === 1 ? "once more" : `${times} times more`;
}
