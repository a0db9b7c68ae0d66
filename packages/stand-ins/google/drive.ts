import { chosenPath } from "./chooser-page.ts";

/** For tests: a browser's memory of the stand-in; with the same one again, the accounts used are remembered. */
export interface Visitor {
  cookie?: string;
  /** How requests travel; over the network unless said otherwise. */
  fetch?: (request: Request) => Promise<Response>;
}

/** What a reader does on the chooser: takes a sample reader by address, names another account, or cancels. */
export type AccountChoice = { email: string } | { name: string; email: string } | "cancel";

/**
 * For tests: a reader whom the shop has sent to `authorizationUrl`, without a browser. Returns the callback address the
 * reader is sent back to; throws when there is no way back. Unless said otherwise, the first sample reader is taken.
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
