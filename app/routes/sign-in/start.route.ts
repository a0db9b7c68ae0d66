import { redirect } from "react-router";
import { z } from "zod";

import { rateLimiterContext, servicesContext } from "#app/http/context.ts";
import { safeNext } from "#app/http/safe-next.ts";
import { href } from "#routing/href.ts";
import { newSecret } from "#shop/kernel/security/secret.server.ts";
import { startSignIn } from "#shop/people/readers/sign-in.server.ts";
import { readAttemptCookie, setAttemptCookie } from "./attempt-cookie.server.ts";
import type { Route } from "./+types/start.route";

const queryFields = z.object({
  mode: z.enum(["popup", "redirect"]).catch("redirect"),
  intent: z.enum(["login", "register"]).catch("login"),
  attempt: z.uuid().nullish().catch(null),
  next: z.string().optional(),
});

/** Redirects to Google's sign-in. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const {
    mode,
    intent,
    attempt,
    next: requested,
  } = queryFields.parse(Object.fromEntries(new URL(request.url).searchParams));
  const next = safeNext(requested, services.settings.publicUrl);
  // Links of other sites lead to the sign-in page, not directly to Google.
  if (request.headers.get("sec-fetch-site") === "cross-site") return redirect(href(`/${intent}`, { next }));
  const browser = readAttemptCookie(request) ?? newSecret();
  const isBusy = context.get(rateLimiterContext).consume("sign-in") > 0;
  const started = isBusy
    ? { ok: false as const, reason: "busy" as const }
    : await startSignIn(services, { attemptId: attempt ?? null, browser, mode, intent, next });

  // A popup keeps its link to the opener only while no page in it sets a stricter opener policy.
  const headers = new Headers({ "cross-origin-opener-policy": "unsafe-none", "referrer-policy": "no-referrer" });
  if (!started.ok) {
    const { reason } = started;
    if (mode === "redirect") return redirect(href(`/${intent}`, { failed: reason, next }), { headers });
    return redirect(href("/auth/google/done", { attempt: attempt ?? "", state: reason, next }), { headers });
  }
  setAttemptCookie(headers, request.url, browser);
  return redirect(started.url, { headers });
}
