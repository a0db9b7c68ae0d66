import { html } from "hono/html";

import type { Fault, Faults, FaultSwitches } from "./faults.ts";
import { answerPage, type Html } from "./page.ts";

/** The content of a control page. */
export interface ControlPage {
  /** The path that the stand-in is mounted under. */
  basePath: string;
  title: string;
  faults: Faults;
  /** Content between the heading and the faults. */
  above(): Html;
  /** Content below the faults. */
  below?(): Html;
}

/** Renders the control page: every fault with its form, without scripts. */
export function answerControlPage({ basePath, title, faults, above, below }: ControlPage): Promise<Response> {
  const on = faults.current();
  return answerPage({
    title,
    head: html`<link rel="stylesheet" href="${basePath}/control/control.css" />`,
    body: html`<main>
      <h1>${title}</h1>
      ${above()}
      <h2>Faults</h2>
      <p>A fault strikes as often as you say, then turns itself off.</p>
      <div class="switches">
        ${Object.entries(faults.switches).map(([name, entry]) => switchForm(basePath, name, entry, on[name]))}
      </div>
      ${below?.()}
    </main>`,
    policy: "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  });
}

function switchForm(
  basePath: string,
  name: string,
  { does, fields }: FaultSwitches[string],
  fault: Fault | undefined,
): Html {
  return html`<form method="post" action="${basePath}/control/faults" class="${fault ? "on" : "off"}">
    <h3>${name}${fault ? html` <em>on, ${howOften(fault.times)}</em>` : ""}</h3>
    <p>${does}.</p>
    <input type="hidden" name="name" value="${name}" />
    <label>times <input name="times" placeholder="1, or always" autocomplete="off" /></label>
    ${Object.entries(fields).map(
      ([field, fallback]) =>
        html`<label>${field} <input name="${field}" placeholder="${fallback || "any"}" autocomplete="off" /></label>`,
    )}
    <button>Turn on</button>
    ${fault ? html`<button name="off" value="1">Turn off</button>` : ""}
  </form>`;
}

function howOften(times: Fault["times"]): string {
  if (times === "always") return "always";
  return times === 1 ? "once more" : `${times} times more`;
}

/** A button that posts to a path below /control. */
export function controlButton(
  basePath: string,
  path: string,
  label: string,
  fields: Record<string, string> = {},
): Html {
  return html`<form method="post" action="${basePath}/control/${path}">
    ${Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
    <button>${label}</button>
  </form>`;
}
