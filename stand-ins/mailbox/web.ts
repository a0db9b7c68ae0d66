import { readFileSync } from "node:fs";

import type { MailboxLetter } from "./letter-store.ts";
import { letterPage, listPage, messagePage, readView } from "./pages.ts";
import type { MailboxFault } from "./post-office.ts";

/** What the pages need of a mailbox. */
export type MailboxContext = {
  basePath: string;
  hasControl: boolean;
  letters(): MailboxLetter[];
  clear(): Promise<void>;
  fault(): MailboxFault | null;
  setFault(fault: MailboxFault | null): void;
};

const contentSecurityPolicy =
  "default-src 'none'; style-src 'self'; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";
/** A letter is somebody else's page: no script, no pictures from outside, an origin of its own; its links open beside it. */
const letterPolicy =
  "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'";

/** Answers a browser. */
export async function answerWeb(context: MailboxContext, request: Request): Promise<Response> {
  const { pathname, searchParams } = new URL(request.url);
  if (pathname !== context.basePath && !pathname.startsWith(`${context.basePath}/`)) return notFound(context);
  const path = pathname.slice(context.basePath.length);
  if (context.hasControl && path.startsWith("/control/")) return answerControl(context, request, path);
  if (request.method !== "GET" && request.method !== "HEAD") return plain("Only reading is possible here.", 405);
  if (path === "/mailbox.css") return answerStyle();
  if (path === "" || path === "/") return page(listPage(context, searchParams.get("find") ?? ""));

  const [, id, part] = /^\/letters\/([\w-]+)(\/html)?$/.exec(path) ?? [];
  const letters = context.letters();
  const place = letters.findIndex((letter) => letter.id === id);
  if (place < 0) return notFound(context);
  if (part) return answerLetter(letters[place]!);
  return page(letterPage(context, letters, place, readView(searchParams.get("view"), letters[place]!)));
}

function answerLetter({ html }: MailboxLetter): Response {
  const opened = /<head[^<>]*>/i.test(html)
    ? html.replace(/<head[^<>]*>/i, '$&<base target="_blank">')
    : `<base target="_blank">${html}`;
  return new Response(opened, {
    headers: { ...pageHeaders, "content-security-policy": letterPolicy },
  });
}

async function answerControl(context: MailboxContext, request: Request, path: string): Promise<Response> {
  const site = request.headers.get("sec-fetch-site");
  if (site !== null && site !== "same-origin" && site !== "none") return plain("Not from another site.", 403);
  const what = `${request.method} ${path.slice("/control".length)}`;
  if (what === "GET /letters") return Response.json(context.letters());
  const isForm = (request.headers.get("content-type") ?? "").includes("form");
  if (what === "POST /clear") {
    await context.clear();
  } else if (what === "POST /fault") {
    try {
      const fields = isForm ? Object.fromEntries(await request.formData()) : await request.json();
      context.setFault(readFault(fields as Record<string, unknown> | null));
    } catch {
      return plain("This mailbox does not know this fault.", 400);
    }
  } else {
    return notFound(context);
  }
  if (isForm) return new Response(null, { status: 303, headers: { location: `${context.basePath}/` } });
  return Response.json({ fault: context.fault() });
}

/** Reads a fault from a form or from JSON; empty fields mean it is turned off. */
function readFault(fields: Record<string, unknown> | null): MailboxFault | null {
  if (fields === null) return null;
  const { refuse, loseAnswer, times } = fields;
  const fault: MailboxFault = {};
  if (refuse === "temporary" || refuse === "permanent") fault.refuse = refuse;
  else if (refuse) throw new Error("Unknown refusal");
  if (loseAnswer === true || loseAnswer === "on") fault.loseAnswer = true;
  if (times !== undefined && times !== "") fault.times = Number(times);
  if (fault.times !== undefined && !(Number.isInteger(fault.times) && fault.times > 0)) throw new Error("Not a count");
  return fault.refuse || fault.loseAnswer ? fault : null;
}

const pageHeaders = {
  "content-type": "text/html; charset=utf-8",
  "cache-control": "no-store",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
};

function page(html: string, status = 200): Response {
  return new Response(html, { status, headers: { ...pageHeaders, "content-security-policy": contentSecurityPolicy } });
}

function notFound(context: MailboxContext): Response {
  return page(
    messagePage(context, "This letter does not exist", "It may have been deleted, or be older than the newest 500."),
    404,
  );
}

function plain(text: string, status: number): Response {
  return new Response(text, { status, headers: { "content-type": "text/plain; charset=utf-8" } });
}

/** Read from disk each time, so an edit shows on reload. */
function answerStyle(): Response {
  const css = readFileSync(new URL("./browser/mailbox.css", import.meta.url), "utf8");
  const headers = {
    "content-type": "text/css; charset=utf-8",
    "cache-control": "no-cache",
    "x-content-type-options": "nosniff",
  };
  return new Response(css, { headers });
}
