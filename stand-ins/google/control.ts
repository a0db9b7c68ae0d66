import type { Context } from "hono";

import { answerControlPage } from "./control-page.ts";
import type { GoogleContext } from "./context.ts";
import { faultSwitches } from "./faults.ts";

type Fields = Record<string, unknown>;

/** The control API and page: faults, key rotation, and forgetting everything. */
export async function answerControl(context: GoogleContext, c: Context): Promise<Response> {
  const site = c.req.header("sec-fetch-site");
  if (site !== undefined && site !== "same-origin" && site !== "none" && c.req.method !== "GET") {
    return c.text("Not from another site.", 403);
  }
  const what = `${c.req.method} ${c.req.param("what") ?? ""}`;
  if (what === "GET ") return answerControlPage(context);
  if (what === "GET faults") return c.json({ faults: context.faults.current(), switches: faultSwitches });
  const isForm = (c.req.header("content-type") ?? "").includes("form");
  try {
    const done = act(context, what, isForm ? faultFromForm(await c.req.parseBody()) : await readJson(c));
    if (!done) return c.json({ error: `There is no ${what}` }, 404);
    return isForm ? c.redirect(`${context.basePath}/control`, 303) : c.json({ faults: context.faults.current() });
  } catch (problem) {
    const text = problem instanceof Error ? problem.message : String(problem);
    return isForm ? c.text(text, 400) : c.json({ error: text }, 400);
  }
}

function act({ faults, grants, keys }: GoogleContext, what: string, fields: Fields): boolean {
  if (what === "POST faults") {
    for (const [name, requested] of Object.entries(fields)) faults.set(name, requested);
  } else if (what === "POST reset") {
    faults.clear();
    grants.clear();
  } else if (what === "POST rotate-keys") {
    keys.rotate();
  } else {
    return false;
  }
  return true;
}

async function readJson(c: Context): Promise<Fields> {
  const text = await c.req.text();
  return text.trim() === "" ? {} : (JSON.parse(text) as Fields);
}

/** One form carries one switch; an empty box means the default. */
function faultFromForm({ name, off, times, ...boxes }: Fields): Fields {
  if (name === undefined) return {};
  if (off !== undefined) return { [String(name)]: null };
  const filled = Object.entries(boxes).filter(([, value]) => value !== "");
  const numbered = filled.map(([field, value]) => [field, field === "path" ? value : Number(value)]);
  return {
    [String(name)]: { times: times === "always" ? "always" : Number(times || 1), ...Object.fromEntries(numbered) },
  };
}
