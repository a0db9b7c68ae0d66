import { type Context, Hono } from "hono";

import { answerBrowserFile } from "@endpaper/stand-in-kit/browser-files";
import { isFromForm, refuseOtherSites } from "@endpaper/stand-in-kit/control";
import { answerHtml } from "@endpaper/stand-in-kit/page";
import type { MailboxLetter } from "./letter-store.ts";
import { letterPage, listPage, messagePage, readView } from "./pages.ts";
import type { MailboxFault } from "./post-office.ts";

/** The parts of a mailbox that its pages use. */
export interface MailboxContext {
  basePath: string;
  hasControl: boolean;
  letters(): MailboxLetter[];
  clear(): Promise<void>;
  fault(): MailboxFault | null;
  setFault(fault: MailboxFault | null): void;
}

/**
 * The Content-Security-Policy of a letter, which is untrusted HTML: no scripts, no external pictures, an origin of its
 * own; links open a new tab.
 */
const letterPolicy =
  "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'";
const browserFolder = new URL("./browser/", import.meta.url);

/** The pages of the mailbox, and its control API. */
export function joinRoutes(context: MailboxContext): Hono {
  const app = new Hono({ strict: false }).basePath(context.basePath || "/");
  if (context.hasControl) addControl(app, context);
  app.use(async (c, next) => {
    if (c.req.method !== "GET" && c.req.method !== "HEAD") return c.text("Only reading is possible here.", 405);
    return next();
  });
  app.get("/mailbox.css", (c) => answerBrowserFile(browserFolder, "mailbox.css") ?? c.notFound());
  app.get("/", (c) => listPage(context, c.req.query("find") ?? ""));
  app.get("/letters/:id", (c) => {
    const letters = context.letters();
    const place = letters.findIndex(({ id }) => id === c.req.param("id"));
    const letter = letters[place];
    if (!letter) return c.notFound();
    const near = { letter, newer: letters[place + 1], older: letters[place - 1] };
    return letterPage(context, near, readView(c.req.query("view"), letter));
  });
  app.get("/letters/:id/html", (c) => {
    const letter = context.letters().find(({ id }) => id === c.req.param("id"));
    return letter ? answerHtml(openLinksInNewTab(letter), letterPolicy) : c.notFound();
  });
  const missing = "It may have been deleted, or be older than the newest 500.";
  app.notFound(() => messagePage(context, 404, "This letter does not exist", missing));
  return app;
}

function openLinksInNewTab({ html }: MailboxLetter): string {
  return /<head[^<>]*>/i.test(html)
    ? html.replace(/<head[^<>]*>/i, '$&<base target="_blank">')
    : `<base target="_blank">${html}`;
}

function addControl(app: Hono, context: MailboxContext): void {
  app.use("/control/*", refuseOtherSites);
  app.get("/control/letters", (c) => c.json(context.letters()));
  const answer = (c: Context) =>
    isFromForm(c) ? c.redirect(`${context.basePath}/`, 303) : c.json({ fault: context.fault() });
  app.post("/control/clear", async (c) => {
    await context.clear();
    return answer(c);
  });
  app.post("/control/fault", async (c) => {
    try {
      context.setFault(readFault(isFromForm(c) ? await c.req.parseBody() : await c.req.json()));
    } catch {
      return c.text("This mailbox has no such fault.", 400);
    }
    return answer(c);
  });
  app.all("/control/*", (c) => c.notFound());
}

/** Reads a fault from a form or from JSON; null or empty fields turn it off. */
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
