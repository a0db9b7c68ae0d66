/** Completes a sign-in when Google redirects back: starts the session and merges the guest's cart. */
import { data, redirect } from "react-router";

import { pageTitle } from "#app/display/page-title.ts";
import { servicesContext } from "#app/http/context.ts";
import { readSignInBrowser, setSignInCookies } from "#app/session/sign-in-browser.server.ts";
import { href } from "#routing/href.ts";
import { finishSignIn } from "#shop/people/readers/sign-in.server.ts";
import { ButtonLink } from "#ui/button.tsx";
import { Endpaper } from "#ui/endpaper.tsx";
import { readAttemptCookie } from "./attempt-cookie.server.ts";
import type { Route } from "./+types/callback.route";

/** Redirect URI for Google. Renders a page only when the sign-in attempt has expired. */
export async function loader({ request, url, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const arrived = await finishSignIn(services, {
    query: url.search,
    secret: readAttemptCookie(request),
    ...readSignInBrowser(request),
  });
  if (!arrived.ok && arrived.reason === "expired") return data(null, { status: 400 });

  const { mode, intent, next, id } = arrived.attempt;
  const headers = new Headers({ "cross-origin-opener-policy": "unsafe-none", "referrer-policy": "no-referrer" });
  if (arrived.ok) await setSignInCookies(headers, request.url, services, arrived.session);
  const state = arrived.ok ? "ok" : arrived.reason;
  if (mode === "popup") {
    return redirect(href("/auth/google/done", { attempt: id, state, next }), { status: 303, headers });
  }
  const wayBack = href(`/${intent}`, { failed: state, next });
  return redirect(arrived.ok ? next : wayBack, { status: 303, headers });
}

/** The URL contains Google's authorization code, which must not leak in the Referer header. */
export function headers() {
  return { "referrer-policy": "no-referrer", "cross-origin-opener-policy": "unsafe-none" };
}

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return [pageTitle(matches, "Sign-in link expired"), { name: "robots", content: "noindex" }];
}

export default function ExpiredSignIn() {
  return (
    <div className="page pt-8 lg:pt-12">
      <Endpaper pattern="jali" inks="chai" className="grid px-4 py-14 sm:px-10 sm:py-20 lg:py-28">
        <div className="label max-w-measure px-7 py-9 sm:px-12 sm:py-12">
          <h1 className="text-h1">
            This <span className="whitespace-nowrap">sign-in</span> link has expired
          </h1>
          <p className="mt-4 text-lead">
            A sign-in link works once, for ten minutes, and only in the browser where you started. Nothing is lost: your
            cart is as you left it.
          </p>
          <p className="mt-7 flex flex-wrap gap-3">
            <ButtonLink to={href("/login")}>Start again</ButtonLink>
            <ButtonLink to={href("/")} variant="outline">
              Return to homepage
            </ButtonLink>
          </p>
        </div>
      </Endpaper>
    </div>
  );
}
