import type { Context } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";

import { type Account, findAccount, readAccount, sampleAccounts } from "./accounts.ts";
import { type AuthorizationRequest, readAuthorizationRequest, type RefusedRequest } from "./authorization-request.ts";
import { answerChooser } from "./chooser-page.ts";
import type { GoogleContext } from "./context.ts";
import { messagePage, openerHeader } from "./page.ts";
import { readRemembered, remember, rememberedCookie } from "./remembered.ts";
import { callbackWithCode, callbackWithError } from "./callback-url.ts";

const insideAnApp = /; wv\)|FBAN|FBAV|Instagram|\bLine\//;
const rememberedDays = 400;

/** Handles an authorization request: shows the account chooser, or redirects back at once. */
export async function answerAuthorization(context: GoogleContext, c: Context): Promise<Response> {
  if (context.faults.take("blockedBrowser") || insideAnApp.test(c.req.header("user-agent") ?? "")) {
    const text = "Google does not allow sign-in inside another app. Open the page in your browser.";
    return messagePage(context, 403, "Open this page in a browser", text, "disallowed_useragent");
  }
  const query = new URL(c.req.url).searchParams;
  const read = readAuthorizationRequest(query, context);
  if (!read.ok) return answerRefused(context, read);
  const { request } = read;
  const remembered = readRemembered(getCookie(c, rememberedCookie));
  const account = chosenWithoutAsking(request, remembered);
  if (account) return sendBack(context, c, request, account, false);
  if (request.chooser === "never") {
    const error = remembered.length === 0 ? "login_required" : "interaction_required";
    return redirect(context, c, callbackWithError(context, request, error));
  }
  return answerChooser(context, { query, request, remembered });
}

/** Handles the form of the account chooser. */
export async function answerChoice(context: GoogleContext, c: Context): Promise<Response> {
  const query = new URL(c.req.url).searchParams;
  const read = readAuthorizationRequest(query, context);
  if (!read.ok) return answerRefused(context, read);
  const { request } = read;
  const form = new URLSearchParams(await c.req.text());
  if (form.has("cancel")) return redirect(context, c, callbackWithError(context, request, "access_denied"));
  if (form.has("forget")) {
    deleteCookie(c, rememberedCookie, { path: cookiePath(context) });
    return redirect(context, c, `${context.basePath}/o/oauth2/v2/auth?${query}`);
  }
  const remembered = readRemembered(getCookie(c, rememberedCookie));
  const pressed = form.get("account");
  if (pressed !== null) {
    const account = findAccount([...remembered, ...sampleAccounts], pressed);
    if (account) return sendBack(context, c, request, account, true);
    return answerChooser(context, { query, request, remembered });
  }
  const written = { name: form.get("name") ?? "", email: form.get("email") ?? "" };
  const another = readAccount(written.name, written.email);
  if (another.ok) return sendBack(context, c, request, another.account, true);
  return answerChooser(context, { query, request, remembered, written, problem: another.problem });
}

/**
 * Returns the account to use without asking: the only remembered one, or the remembered one that the hint names.
 * Undefined if the chooser must be shown.
 */
function chosenWithoutAsking(
  { chooser, loginHint }: AuthorizationRequest,
  remembered: readonly Account[],
): Account | undefined {
  if (chooser === "always") return undefined;
  if (loginHint) return findAccount(remembered, loginHint);
  return remembered.length === 1 ? remembered[0] : undefined;
}

function sendBack(
  context: GoogleContext,
  c: Context,
  request: AuthorizationRequest,
  account: Account,
  isAsked: boolean,
): Response {
  setCookie(c, rememberedCookie, remember(readRemembered(getCookie(c, rememberedCookie)), account), {
    path: cookiePath(context),
    httpOnly: true,
    sameSite: "Lax",
    secure: context.issuer.startsWith("https:"),
    maxAge: rememberedDays * 86_400,
  });
  return redirect(context, c, callbackWithCode(context, request, account, isAsked));
}

/** The path of the cookie. The shop may be on the same host, and must not receive the cookie. */
function cookiePath({ basePath }: GoogleContext): string {
  return `${basePath}/o/oauth2`;
}

function redirect(context: GoogleContext, c: Context, location: string): Response {
  const headers = { ...openerHeader(context), "cache-control": "no-store" };
  for (const [name, value] of Object.entries(headers)) c.header(name, value);
  return c.redirect(location, c.req.method === "GET" ? 302 : 303);
}

function answerRefused(context: GoogleContext, { status, error, problem }: RefusedRequest): Promise<Response> {
  return messagePage(context, status, "Access blocked: this request is not valid", problem, error);
}
