import { html } from "hono/html";

import { type Account, findAccount, maxNameLength, sampleAccounts } from "./accounts.ts";
import type { AuthorizationRequest } from "./authorization-request.ts";
import type { GoogleContext } from "./context.ts";
import { answerGooglePage } from "./page.ts";
import { pictureUrl } from "./picture.ts";

/** The path that the forms of the chooser are sent to. They keep the query of the authorization request. */
export const chosenPath = "/o/oauth2/v2/auth/chosen";

/** The data of the chooser. */
export interface Choice {
  /** The query of the request, which the forms keep. */
  query: URLSearchParams;
  request: AuthorizationRequest;
  remembered: readonly Account[];
  /** The values of the submitted form for another account; `problem` is its error message. */
  written?: { name: string; email: string };
  problem?: string;
}

/** The account chooser: remembered accounts, sample readers, another account, or cancel. */
export function answerChooser(context: GoogleContext, choice: Choice): Promise<Response> {
  const { query, request, remembered } = choice;
  const action = `${context.basePath}${chosenPath}?${query}`;
  const others = sampleAccounts.filter(({ sub }) => !findAccount(remembered, sub));
  const hinted = findAccount([...remembered, ...others], request.loginHint ?? "");
  const shop = new URL(request.redirectUri);
  const body = html`<h1>Choose an account</h1>
    <p>to continue to <strong>${shop.host}</strong></p>
    <form class="accounts" method="post" action="${action}">
      ${listOf(context, "Used in this browser", remembered, hinted)}
      ${listOf(context, "Sample readers", others, hinted)}
    </form>
    ${anotherAccount(action, choice, hinted)}
    <form class="ways-out" method="post" action="${action}">
      <button name="cancel" value="1">Cancel</button>
      ${remembered.length > 0 ? html`<button name="forget" value="1">Forget the accounts used here</button>` : ""}
    </form>`;
  return answerGooglePage(context, { title: "Choose an account", body, formTargets: [shop.origin] });
}

/** A list of accounts; the hinted one is first. */
function listOf(context: GoogleContext, heading: string, accounts: readonly Account[], hinted: Account | undefined) {
  if (accounts.length === 0) return "";
  const sorted = accounts.toSorted((a, b) => Number(b.sub === hinted?.sub) - Number(a.sub === hinted?.sub));
  return html`<h2>${heading}</h2>
    <ul>
      ${sorted.map(
        (account) =>
          html`<li>
            <button class="account" name="account" value="${account.sub}">
              ${face(context, account)}
              <span>${account.name}</span>
              <span class="quiet">${account.email}</span>
            </button>
          </li>`,
      )}
    </ul>`;
}

function face({ basePath }: GoogleContext, account: Account) {
  if (!account.hasPicture) return html`<span class="face" aria-hidden="true">${account.name.slice(0, 1)}</span>`;
  return html`<img class="face" src="${pictureUrl(basePath, account)}" alt="" width="44" height="44" />`;
}

function anotherAccount(action: string, { request, written, problem }: Choice, hinted: Account | undefined) {
  const isUnknownHint = request.loginHint?.includes("@") && !hinted;
  const email = written?.email ?? (isUnknownHint ? request.loginHint : "");
  return html`<details ${problem || isUnknownHint ? "open" : ""}>
    <summary>Use another account</summary>
    <form class="another" method="post" action="${action}">
      ${problem ? html`<p class="problem" role="alert">${problem}</p>` : ""}
      <label for="name">Name</label>
      <input
        id="name"
        name="name"
        value="${written?.name ?? ""}"
        maxlength="${maxNameLength}"
        required
        autocomplete="off"
      />
      <label for="email">E-mail address</label>
      <input id="email" name="email" type="email" value="${email}" maxlength="180" required autocomplete="off" />
      <button class="primary">Continue</button>
    </form>
  </details>`;
}
