import type { Context } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";

import { type Account, findAccount, readAccount, sampleAccounts } from "./accounts.ts";
import { type AuthorizationRequest, readAuthorizationRequest, type RefusedRequest } from "./authorization-request.ts";
import { answerChooser } from "./chooser-page.ts";
import type { Desk } from "./desk.ts";
import { messagePage, openerHeader } from "./page.ts";
import { readRemembered, remember, rememberedCookie } from "./remembered.ts";
import { wayBackWithCode, wayBackWithError } from "./way-back.ts";

const insideAnApp = /; wv\)|FBAN|FBAV|Instagram|\bLine\//;
const rememberedDays = 400;

/** A shop sends a reader: on to the chooser, or straight back. */
export async function answerAuthorization(desk: Desk, c: Context): Promise<Response> {
  if (desk.faults.take("blockedBrowser") || insideAnApp.test(c.req.header("user-agent") ?? "")) {
    const text = "Google does not sign anybody in inside another app. Open the page in your browser.";
    return messagePage(desk, 403, "Open this page in a browser", text, "disallowed_useragent");
  }
  const query = new URL(c.req.url).searchParams;
  const read = readAuthorizationRequest(query, desk);
  if (!read.ok) return answerRefused(desk, read);
  const { request } = read;
  const remembered = readRemembered(getCookie(c, rememberedCookie));
  const account = chosenWithoutAsking(request, remembered);
  if (account) return sendBack(desk, c, request, account, false);
  if (request.chooser === "never") {
    const error = remembered.length === 0 ? "login_required" : "interaction_required";
    return redirect(desk, c, wayBackWithError(desk, request, error));
  }
  return answerChooser(desk, { query, request, remembered });
}

/** What the reader pressed on the chooser. */
export async function answerChoice(desk: Desk, c: Context): Promise<Response> {
  const query = new URL(c.req.url).searchParams;
  const read = readAuthorizationRequest(query, desk);
  if (!read.ok) return answerRefused(desk, read);
  const { request } = read;
  const form = new URLSearchParams(await c.req.text());
  if (form.has("cancel")) return redirect(desk, c, wayBackWithError(desk, request, "access_denied"));
  if (form.has("forget")) {
    deleteCookie(c, rememberedCookie, { path: cookiePath(desk) });
    return redirect(desk, c, `${desk.basePath}/o/oauth2/v2/auth?${query}`);
  }
  const remembered = readRemembered(getCookie(c, rememberedCookie));
  const pressed = form.get("account");
  if (pressed !== null) {
    const account = findAccount([...remembered, ...sampleAccounts], pressed);
    if (account) return sendBack(desk, c, request, account, true);
    return answerChooser(desk, { query, request, remembered });
  }
  const written = { name: form.get("name") ?? "", email: form.get("email") ?? "" };
  const another = readAccount(written.name, written.email);
  if (another.ok) return sendBack(desk, c, request, another.account, true);
  return answerChooser(desk, { query, request, remembered, written, problem: another.problem });
}

/** The one account this browser remembers, or the remembered one that was hinted at; none when the chooser must be shown. */
function chosenWithoutAsking(
  { chooser, loginHint }: AuthorizationRequest,
  remembered: readonly Account[],
): Account | undefined {
  if (chooser === "always") return undefined;
  if (loginHint) return findAccount(remembered, loginHint);
  return remembered.length === 1 ? remembered[0] : undefined;
}

function sendBack(desk: Desk, c: Context, request: AuthorizationRequest, account: Account, isAsked: boolean): Response {
  setCookie(c, rememberedCookie, remember(readRemembered(getCookie(c, rememberedCookie)), account), {
    path: cookiePath(desk),
    httpOnly: true,
    sameSite: "Lax",
    secure: desk.issuer.startsWith("https:"),
    maxAge: rememberedDays * 86_400,
  });
  return redirect(desk, c, wayBackWithCode(desk, request, account, isAsked));
}

/** The shop may be on the same host, and has no business with this cookie. */
function cookiePath({ basePath }: Desk): string {
  return `${basePath}/o/oauth2`;
}

function redirect(desk: Desk, c: Context, location: string): Response {
  const headers = { ...openerHeader(desk), "cache-control": "no-store" };
  for (const [name, value] of Object.entries(headers)) c.header(name, value);
  return c.redirect(location, c.req.method === "GET" ? 302 : 303);
}

function answerRefused(desk: Desk, { status, error, problem }: RefusedRequest): Promise<Response> {
  return messagePage(desk, status, "Access blocked: this request is not valid", problem, error);
}
