/** The signed-in person's page: own passkeys, sign-ins, daily letter and permissions. */
import { data, useRevalidator } from "react-router";

import { servicesContext } from "#app/http/context.ts";
import { ActionBanner } from "#desk/components/frame/action-banner.tsx";
import { Form } from "#desk/components/forms/form.tsx";
import { PasskeyButton } from "#desk/components/frame/passkey-button.tsx";
import { deskHref } from "#desk/desk-routes.ts";
import { answerAction } from "#desk/http/answer-action.server.ts";
import { redirectWithFlash } from "#desk/http/redirect-with-flash.server.ts";
import { requireStaff } from "#desk/http/staff.server.ts";
import { shortMoment } from "#shop/kernel/dates/dates.ts";
import { describeDevice } from "#shop/people/readers/device.ts";
import { capabilities, may, roles } from "#shop/people/staff/roles.ts";
import { doesGetDailyLetter } from "#shop/people/staff/daily-letters.server.ts";
import { hasShown } from "#shop/people/staff/sessions.server.ts";
import { listStaff } from "#shop/people/staff/staff.server.ts";
import { Button } from "#ui/button.tsx";
import { typedKeys } from "#shop/kernel/text/object-keys.ts";
import { countRecoveryCodes } from "#shop/people/staff/recovery-codes.server.ts";
import { ownActions } from "./actions.server.ts";
import { RecoveryCodes } from "./recovery-codes.tsx";

import type { Route } from "./+types/route";

export async function loader(args: Route.LoaderArgs) {
  const session = await requireStaff(args, { needs: "own-sign-in" });
  const { db, now, settings } = args.context.get(servicesContext);
  const own = (await listStaff(db, now())).find(({ id }) => id === session.staff.id);
  if (!own) throw new Error(`The list of staff lacks ${session.staff.id}.`);
  const shown = { now: now(), isTestSignIn: settings.isTestSignIn };
  return {
    own,
    getsDailyLetter: may(own.role, "daily-letter") ? await doesGetDailyLetter(db, own.id) : null,
    sessionId: session.id,
    codesLeft: await countRecoveryCodes(db, own.id),
    mayAdd: !session.hasPasskey || hasShown("fresh passkey", session, shown),
    device: describeDevice(args.request.headers.get("user-agent") ?? ""),
  };
}

export async function action(args: Route.ActionArgs) {
  return answerAction(args, ownActions, (_, answer) => {
    // The codes are shown only once, on this page.
    if (typeof answer === "object" && answer !== null) return data(answer);
    return redirectWithFlash(args.request, deskHref("/me"), answer ?? "The passkey is removed.");
  });
}

export const meta = () => [{ title: "Your passkeys and sign-ins" }];

export default function Me({ loaderData, actionData }: Route.ComponentProps) {
  const { own, getsDailyLetter, sessionId, mayAdd, device, codesLeft } = loaderData;
  const codes = actionData && "codes" in actionData ? actionData.codes : null;
  const words = typedKeys(capabilities).flatMap((capability) =>
    may(own.role, capability) ? [capabilities[capability].words] : [],
  );
  return (
    <div className="desk-page grid gap-8">
      <div>
        <h1 className="text-h3">{own.name}</h1>
        <p className="mt-2">
          {roles[own.role]}, {own.address}
        </p>
        <ActionBanner trouble={actionData && "action" in actionData ? actionData : null} />
      </div>
      <Passkeys own={own} mayAdd={mayAdd} device={device} />
      {own.passkeys.length > 0 && <RecoveryCodes left={codesLeft} codes={codes} />}
      <section aria-labelledby="sign-ins">
        <h2 id="sign-ins" className="text-title">
          Where you are signed in
        </h2>
        <ul className="mt-3 grid gap-2">
          {own.sessions.map(({ id, device, signedInAt, seenAt }) => (
            <li key={id}>
              {device}
              {id === sessionId && ", here"}
              <span className="block text-small text-quiet">
                Since {shortMoment(signedInAt)}, last used {shortMoment(seenAt)}
              </span>
            </li>
          ))}
        </ul>
        {own.sessions.length > 1 && (
          <Form method="post" className="mt-3">
            <Button variant="outline" name="intent" value="session.sign-out-elsewhere">
              Sign out everywhere else
            </Button>
          </Form>
        )}
      </section>
      {getsDailyLetter !== null && (
        <section aria-labelledby="daily-letter">
          <h2 id="daily-letter" className="text-title">
            The morning letter
          </h2>
          <p className="mt-3 max-w-measure">
            {getsDailyLetter
              ? "You get an e-mail at seven in the morning: open tasks, the sales of the day before, and a checksum of the audit log (page History), which would show a later change of the log."
              : "You do not get the morning e-mail with open tasks, the sales of the day before, and a checksum of the audit log (page History), which would show a later change of the log."}
          </p>
          <Form method="post" className="mt-3">
            <input type="hidden" name="wanted" value={getsDailyLetter ? "no" : "yes"} />
            <Button variant="outline" name="intent" value="staff.daily-letter">
              {getsDailyLetter ? "Stop this letter" : "Send it to me"}
            </Button>
          </Form>
        </section>
      )}
      <section aria-labelledby="may">
        <h2 id="may" className="text-title">
          What you may do
        </h2>
        <ul className="mt-3 list-disc pl-5">
          {words.map((line) => (
            <li key={line} className="first-letter:uppercase">
              {line}
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}

/** The list of the person's passkeys, with a button that adds one. */
function Passkeys({ own, mayAdd, device }: Pick<Route.ComponentProps["loaderData"], "own" | "mayAdd" | "device">) {
  const { revalidate } = useRevalidator();
  return (
    <section aria-labelledby="passkeys">
      <h2 id="passkeys" className="text-title">
        Your passkeys
      </h2>
      {own.passkeys.length === 0 && <p className="mt-3">You have none yet.</p>}
      <ul className="mt-3 grid gap-3">
        {own.passkeys.map(({ id, name, addedAt, usedAt }) => (
          <li key={id} className="desk-card flex flex-wrap items-center gap-x-4 gap-y-2 p-3">
            <span className="min-w-0 flex-1 break-words">
              <b>{name}</b>
              <span className="block text-small text-quiet">
                Added {shortMoment(addedAt)}
                {usedAt && `, last used ${shortMoment(usedAt)}`}
              </span>
            </span>
            <Form method="post">
              <input type="hidden" name="passkey" value={id} />
              <Button variant="danger" name="intent" value="passkey.remove">
                Remove<span className="sr-only"> the passkey {name}</span>
              </Button>
            </Form>
          </li>
        ))}
      </ul>
      <p className="mt-3 max-w-measure">
        A passkey belongs to one device, or to all devices of one account. To use the desk on your phone too, press the
        button below on this computer, choose “phone” when the browser asks where to store the passkey, and scan the
        code with the phone. You can then sign in on the phone. With a second passkey you can also sign in if you lose
        the first one.
      </p>
      <div className="mt-3">
        {mayAdd ? (
          <PasskeyButton kind="new" name={device} variant="outline" done={() => void revalidate()}>
            Add a passkey
          </PasskeyButton>
        ) : (
          <PasskeyButton kind="known" variant="outline" done={() => void revalidate()}>
            Use a passkey to add another one
          </PasskeyButton>
        )}
      </div>
    </section>
  );
}
