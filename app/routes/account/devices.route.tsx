/** Where a reader is signed in: lists the sessions, and ends the session of another device. */
import { data, Form, redirect, useLocation } from "react-router";

import { AccountLayout } from "#app/components/account-layout.tsx";
import { pageTitle } from "#app/display/page-title.ts";
import { servicesContext, visitorContext } from "#app/http/context.ts";
import { forgetReader } from "#app/client/storage/cached-reader.ts";
import { requireReader } from "#app/session/visitor.server.ts";
import { href } from "#routing/href.ts";
import { shortMoment } from "#shop/kernel/dates/dates.ts";
import { endDevice, listDevices } from "#shop/people/readers/sessions.server.ts";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { TransientMessage } from "#ui/transient-message.tsx";
import { textOf } from "./text-of.ts";
import type { Route } from "./+types/devices.route";

export async function loader({ request, context }: Route.LoaderArgs) {
  const reader = requireReader(context);
  const { db, now } = context.get(servicesContext);
  const { sessionId } = context.get(visitorContext);
  const devices = await listDevices(db, reader.id, sessionId ?? "", now());
  return { devices, isDone: new URL(request.url).searchParams.get("done") === "signed-out" };
}

export async function action({ request, context }: Route.ActionArgs) {
  const reader = requireReader(context);
  const { db } = context.get(servicesContext);
  const device = textOf(await request.formData(), "device");
  // This device signs out by the button in the header, which also clears the browser's storage.
  const isAnother = device !== context.get(visitorContext).sessionId;
  if (!isAnother || !(await endDevice(db, reader.id, device))) throw data(null, { status: 404 });
  return redirect(href("/account/devices", { done: "signed-out" }), 303);
}

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return [pageTitle(matches, "Where you are signed in"), { name: "robots", content: "noindex" }];
}

/** List of the reader's sessions on all devices. */
export default function Devices({ loaderData: { devices, isDone } }: Route.ComponentProps) {
  const { key } = useLocation();
  return (
    <AccountLayout
      title="Where you are signed in"
      words="You are signed out automatically after a week without use, and after thirty days in any case."
    >
      <TransientMessage messageKey={key}>{isDone && "That device is signed out."}</TransientMessage>
      <div className="mt-8 grid items-start gap-x-14 xl:grid-cols-[minmax(0,1fr)_18rem]">
        <ul className="max-w-measure">
          {devices.map(({ sessionId, device, signedInAt, seenAt, isThisOne }) => (
            <li key={sessionId} className="flex items-center justify-between gap-x-6 border-t border-line py-4">
              <div>
                <h2 className="font-text text-title font-semibold">{device}</h2>
                <p className="figures text-small text-quiet">
                  Signed in {shortMoment(signedInAt)}
                  {!isThisOne && <span className="block">Last seen {shortMoment(seenAt)}</span>}
                </p>
              </div>
              {isThisOne ? (
                <Badge>This device</Badge>
              ) : (
                <Form method="post" action={href("/account/devices")}>
                  <input type="hidden" name="device" value={sessionId} />
                  <button className="link min-h-11 font-semibold">
                    Sign out<span className="sr-only"> {device}</span>
                  </button>
                </Form>
              )}
            </li>
          ))}
        </ul>
        <section aria-labelledby="everywhere-heading" className="max-w-measure border-t border-line pt-5">
          <h2 id="everywhere-heading" className="text-h3">
            Lost a device, or unsure?
          </h2>
          <p className="mt-2">
            Sign out on every device, including this one. Your cart and everything else stay in your account.
          </p>
          <form method="post" action={href("/api/auth/logout")} onSubmit={forgetReader} className="mt-4">
            <input type="hidden" name="everywhere" value="yes" />
            <Button variant="outline">Sign out everywhere</Button>
          </form>
        </section>
      </div>
    </AccountLayout>
  );
}
