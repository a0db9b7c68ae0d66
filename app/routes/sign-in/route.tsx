import { redirect, useMatches } from "react-router";

import { pageTitle } from "#app/display/page-title.ts";
import { cspContext, servicesContext, visitorContext } from "#app/http/context.ts";
import { safeNext } from "#app/http/safe-next.ts";
import { renewAuthHint } from "#app/session/session-cookie.server.ts";
import { href } from "#routing/href.ts";
import { isInsideAnotherApp, isMobile } from "#shop/people/readers/device.ts";
import { isSignInReason } from "#shop/people/readers/sign-in-messages.ts";
import { Endpaper } from "#ui/endpaper.tsx";
import { previousPage } from "./previous-page.ts";
import { SignInLabel } from "./sign-in-label.tsx";
import { namePurpose, signInTextOf } from "./sign-in-text.ts";
import type { Route } from "./+types/route";

export function loader({ request, url, context }: Route.LoaderArgs) {
  const { settings, google } = context.get(servicesContext);
  const { reader, sessionId } = context.get(visitorContext);
  const next = url.searchParams.get("next");
  // The shop is not open yet, and home says so.
  if (settings.missingServices.includes("sign-in")) throw redirect(href("/"));
  if (reader) {
    const headers = new Headers();
    renewAuthHint(headers, request, sessionId, reader);
    throw redirect(safeNext(next, settings.publicUrl), { headers });
  }
  if (google.origin !== settings.publicUrl) context.set(cspContext, { form: [google.origin] });
  const userAgent = request.headers.get("user-agent") ?? "";
  const failed = url.searchParams.get("failed");
  return {
    next: safeNext(next ?? previousPage(request.headers.get("referer"), settings.publicUrl), settings.publicUrl),
    isSentHere: next !== null || failed !== null,
    purpose: next === null ? null : namePurpose(next),
    reason: isSignInReason(failed) ? failed : null,
    opensPopup: !isMobile(userAgent, request.headers.get("sec-ch-ua-mobile")),
    isInApp: isInsideAnotherApp(userAgent),
    isTestSignIn: settings.isTestSignIn,
  };
}

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return [pageTitle(matches, signInTextOf(matches).title), { name: "robots", content: "noindex" }];
}

/** Page to sign in or register, styled as a bookplate. */
export default function SignInPage({ loaderData }: Route.ComponentProps) {
  const words = signInTextOf(useMatches());
  return (
    <div className="page pt-8 lg:pt-12">
      <Endpaper pattern={words.pattern} inks={words.inks} className="grid px-4 py-12 sm:px-10 sm:py-16">
        <SignInLabel key={words.intent} words={words} {...loaderData} />
      </Endpaper>
    </div>
  );
}
