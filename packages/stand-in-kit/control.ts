import type { Context, Hono, Next } from "hono";

import { answerBrowserFile } from "./browser-files.ts";
import { answerControlPage, type ControlPage } from "./control-page.ts";
import { readFaultForm } from "./faults.ts";

/** The fields of a form or of a JSON object. */
export type Fields = Record<string, unknown>;

/** Further GET and POST routes below /control, besides those for faults. */
export interface Control extends ControlPage {
  /** GET /control/<name>: sends the result as JSON. */
  reads: Record<string, () => unknown>;
  /** POST /control/<name>: sends the result as JSON; after a form, redirects back to the page. */
  acts: Record<string, (fields: Fields) => unknown>;
}

const browserFolder = new URL("./browser/", import.meta.url);

/** Adds the control page and its API to a stand-in. */
export function addControl(app: Hono, control: Control): void {
  const { faults } = control;
  const reads: Control["reads"] = {
    faults: () => ({ faults: faults.current(), switches: faults.switches }),
    ...control.reads,
  };
  const acts: Control["acts"] = {
    faults(fields) {
      for (const [name, input] of Object.entries(fields)) faults.set(name, input);
      return { faults: faults.current() };
    },
    ...control.acts,
  };
  app.post("/control/*", refuseOtherSites);
  app.get("/control", () => answerControlPage(control));
  app.get("/control/control.css", (c) => answerBrowserFile(browserFolder, "control.css") ?? c.notFound());
  for (const [name, read] of Object.entries(reads)) app.get(`/control/${name}`, (c) => c.json(read()));
  for (const [name, act] of Object.entries(acts)) {
    app.post(`/control/${name}`, async (c) => {
      const isForm = isFromForm(c);
      try {
        const fields = isForm ? await c.req.parseBody() : await readJson(c);
        const answer = act(isForm && name === "faults" ? readFaultForm(faults, fields) : fields);
        return isForm ? c.redirect(`${control.basePath}/control`, 303) : c.json(answer);
      } catch (problem) {
        const text = problem instanceof Error ? problem.message : String(problem);
        return isForm ? c.text(text, 400) : c.json({ error: text }, 400);
      }
    });
  }
  const unknown = (c: Context) => c.json({ error: `There is no ${c.req.method} ${c.req.path}` }, 404);
  app.all("/control", unknown).all("/control/*", unknown);
}

/** Whether the request is a form. A form needs a page as its response, not JSON. */
export function isFromForm(c: Context): boolean {
  return (c.req.header("content-type") ?? "").includes("form");
}

/** Rejects requests that another site's page made. */
export function refuseOtherSites(c: Context, next: Next): Promise<Response | void> {
  const site = c.req.header("sec-fetch-site") ?? "none";
  if (site !== "same-origin" && site !== "none")
    return Promise.resolve(c.text("Requests from other sites are refused.", 403));
  return next();
}

async function readJson(c: Context): Promise<Fields> {
  const text = await c.req.text();
  return text.trim() === "" ? {} : (JSON.parse(text) as Fields);
}
