import { html } from "hono/html";

import { type Account, findSample, longestName, sampleAccounts } from "./accounts.ts";
import type { AuthorizationRequest } from "./authorization-request.ts";
import type { Desk } from "./desk.ts";
import { answerPage } from "./page.ts";
import { pictureUrl } from "./picture.ts";

/** Where the chooser's forms go, with the query of the request that they answer. */
export const chosenPath = "/o/oauth2/v2/auth/chosen";

/** What the chooser is drawn from. */
export interface Choice {
  /** The query of the request, which the forms carry on. */
  query: URLSearchParams;
  request: AuthorizationRequest;
  remembered: readonly Account[];
  /** The form for another account as it was sent, and what is wrong with it. */
  written?: { name: string; email: string };
  problem?: string;
}

/** The account chooser: the accounts this browser knows, the sample readers, another one, or none. */
export function answerChooser(desk: Desk, choice: Choice): Promise<Response> {
  const { query, request, remembered } = choice;
  const action = `${desk.basePath}${chosenPath}?${query}`;
  const hinted = findHinted(choice);
  const known = byHint(remembered, hinted);
  const others = byHint(
    sampleAccounts.filter(({ sub }) => !remembered.some((one) => one.sub === sub)),
    hinted,
  );
  const shop = new URL(request.redirectUri);
  const body = html`<h1>Choose an account</h1>
    <p>to continue to <strong>${shop.host}</strong></p>
    <form method="post" action="${action}">
      ${
        known.length > 0
          ? html`<h2>Used in this browser</h2>
              ${listOf(desk, known)}`
          : ""
      }
      ${
        others.length > 0
          ? html`<h2>Sample readers</h2>
              ${listOf(desk, others)}`
          : ""
      }
    </form>
    ${anotherAccount(action, choice, hinted)}
    <form class="ways-out" method="post" action="${action}">
      <button name="cancel" value="1">Cancel</button>
      ${known.length > 0 ? html`<button name="forget" value="1">Forget the accounts used here</button>` : ""}
    </form>`;
  return answerPage(desk, { title: "Choose an account", body, formTargets: [shop.origin] });
}

function findHinted({ request: { loginHint }, remembered }: Choice): Account | undefined {
  if (loginHint === null) return undefined;
  const wanted = loginHint.toLowerCase();
  return remembered.find(({ sub, email }) => sub === wanted || email.toLowerCase() === wanted) ?? findSample(wanted);
}

function byHint(accounts: readonly Account[], hinted: Account | undefined): Account[] {
  return accounts.toSorted((a, b) => Number(b.sub === hinted?.sub) - Number(a.sub === hinted?.sub));
}

function listOf(desk: Desk, accounts: readonly Account[]) {
  return html`<ul>
    ${accounts.map(
      (account) =>
        html`<li>
          <button class="account" name="account" value="${account.sub}">
            ${face(desk, account)}
            <span class="name">${account.name}</span>
            <span class="quiet">${account.email}</span>
          </button>
        </li>`,
    )}
  </ul>`;
}

function face({ basePath }: Desk, account: Account) {
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
        maxlength="${longestName}"
        required
        autocomplete="off"
      />
      <label for="email">E-mail address</label>
      <input id="email" name="email" type="email" value="${email}" maxlength="180" required autocomplete="off" />
      <button class="primary">Continue</button>
    </form>
  </details>`;
}
