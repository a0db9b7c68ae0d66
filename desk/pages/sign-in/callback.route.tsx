import { data, redirect } from "react-router";

import { servicesContext } from "#app/http/context.ts";
import { deskGoogleContext } from "#desk/http/context.ts";
import { readWayCookie, setDeskToken } from "#desk/http/cookies.server.ts";
import { deskHref } from "#desk/desk-routes.ts";
import { describeDevice } from "#shop/people/readers/device.ts";
import { trialOfGoogle } from "#shop/office/credentials/try-credentials.server.ts";
import { finishStaffSignIn } from "#shop/people/staff/sign-in.server.ts";

import type { Route } from "./+types/callback.route";

/**
 * Google redirects staff to this page. The page has a link and does not redirect: in a chain of redirects that began at
 * Google, the browser would not send the session cookie, which is SameSite=Strict.
 */
export async function loader({ request, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const arrived = await finishStaffSignIn(
    { ...services, google: context.get(deskGoogleContext) },
    {
      query: new URL(request.url).search,
      browser: readWayCookie(request),
      device: describeDevice(request.headers.get("user-agent") ?? ""),
      trial: trialOfGoogle(services),
    },
  );
  // A trial puts Google's credentials into use.
  if (arrived.ok && arrived.token === null) await services.applyChanges();
  if (!arrived.ok) return redirect(deskHref(arrived.isTrial ? "/go-live" : "/sign-in", { trouble: arrived.trouble }));
  const headers = new Headers();
  if (arrived.token !== null) setDeskToken(headers, request.url, arrived.token);
  return data({ next: arrived.next }, { headers });
}

export const meta = () => [{ title: "Signed in" }];

export default function Arrived({ loaderData }: Route.ComponentProps) {
  const { next } = loaderData;
  return (
    <div className="desk-page">
      <meta httpEquiv="refresh" content={`0;url=${next}`} />
      <h1 className="text-h3">You are signed in</h1>
      <p className="mt-3">
        The desk opens by itself. If it does not:{" "}
        <a className="link" href={next}>
          open the desk
        </a>
      </p>
    </div>
  );
}
