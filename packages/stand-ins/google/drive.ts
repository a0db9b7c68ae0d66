import { chosenPath } from "./chooser-page.ts";

/** For tests: a browser's cookie of the stand-in; reuse it to keep the remembered accounts. */
export interface Visitor {
  cookie?: string;
  /** Sends a request; by default over the network. */
  fetch?: (request: Request) => Promise<Response>;
}

/** A reader's choice on the account chooser: a sample reader by address, another account, or cancel. */
export type AccountChoice = { email: string } | { name: string; email: string } | "cancel";

/**
 * For tests: signs in as a reader whom the shop redirected to `authorizationUrl`, without a browser. Returns the
 * callback address. Throws if the stand-in does not redirect back. By default, chooses the first sample reader.
 */
export async function signInAtGoogle(
  authorizationUrl: string | URL,
  choice: AccountChoice = { email: "asha.raman@example.com" },
  visitor: Visitor = {},
): Promise<URL> {
  const first = await visit(visitor, new Request(authorizationUrl));
  if (first.status === 302) return readWayBack(first);
  if (first.status !== 200) throw await noWayBack(first);
  const chosen = new URL(authorizationUrl);
  chosen.pathname = chosen.pathname.replace("/o/oauth2/v2/auth", chosenPath);
  const form: Record<string, string> =
    choice === "cancel" ? { cancel: "1" } : "name" in choice ? choice : { account: choice.email };
  const second = await visit(visitor, new Request(chosen, { method: "POST", body: new URLSearchParams(form) }));
  if (second.status !== 303) throw await noWayBack(second);
  return readWayBack(second);
}

async function visit(visitor: Visitor, request: Request): Promise<Response> {
  const sent = new Request(request, { redirect: "manual" });
  if (visitor.cookie) sent.headers.set("cookie", visitor.cookie);
  const answer = await (visitor.fetch ?? fetch)(sent);
  for (const cookie of answer.headers.getSetCookie()) visitor.cookie = cookie.split(";")[0];
  return answer;
}

function readWayBack(answer: Response): URL {
  return new URL(answer.headers.get("location")!);
}

async function noWayBack(answer: Response): Promise<Error> {
  const [, heading] = /<h1>([^<]*)/.exec(await answer.text()) ?? [];
  return new Error(`No way back from Google: ${answer.status} ${heading}`);
}
