import { requiredDeskUrl } from "#desk/http/required-desk-url.ts";
import { servicesContext } from "#app/http/context.ts";
import { safeNext } from "#app/http/safe-next.ts";
import { LostPasskey, PasskeysNeedScript } from "#desk/components/frame/lost-passkey.tsx";
import { PasskeyButton } from "#desk/components/frame/passkey-button.tsx";
import { deskHref } from "#desk/desk-routes.ts";
import { answerAction } from "#desk/http/answer-action.server.ts";
import { setDeskToken } from "#desk/http/cookies.server.ts";
import { redirectWithFlash } from "#desk/http/redirect-with-flash.server.ts";
import { requireStaff } from "#desk/http/staff.server.ts";
import { describeDevice } from "#shop/people/readers/device.ts";
import { isGoogleMissing } from "#shop/people/staff/passkey-sign-in.server.ts";
import { afterCode, useCode } from "./recovery-actions.server.ts";

import type { Route } from "./+types/route";

/** The second step of a sign-in: verifies the passkey, or adds the first one. */
export async function loader(args: Route.LoaderArgs) {
  const { hasPasskey, staff } = await requireStaff(args, { needs: "own-sign-in", proof: "google" });
  const services = args.context.get(servicesContext);
  const { settings } = services;
  return {
    hasPasskey,
    isAlone: isGoogleMissing(services),
    name: staff.name,
    device: describeDevice(args.request.headers.get("user-agent") ?? ""),
    next: safeNext(new URL(args.request.url).searchParams.get("next"), requiredDeskUrl(settings)),
  };
}

/** Signs in with a recovery code. */
export function action(args: Route.ActionArgs) {
  return answerAction(args, [useCode], (_, { token }) => {
    const response = redirectWithFlash(args.request, deskHref("/me"), afterCode);
    setDeskToken(response.headers, args.request.url, token);
    return response;
  });
}

export const meta = () => [{ title: "Your passkey" }];

export default function Passkey({ loaderData, actionData }: Route.ComponentProps) {
  const { hasPasskey, isAlone, name, device, next } = loaderData;
  // Recovery codes are made together with the first passkey.
  const go = () => location.assign(hasPasskey ? next : `${deskHref("/me")}#codes`);
  return (
    <div className="desk-page max-w-measure!">
      <h1 className="text-h3">{hasPasskey ? "Use your passkey" : "Add your first passkey"}</h1>
      <p className="mt-4">
        {hasPasskey
          ? `${name}, you are signed in with Google. The desk also needs your passkey, on this device, your phone or your security key.`
          : isAlone
            ? `${name}, you sign in at the desk with a passkey. You confirm it with your fingerprint, your face or the code of this device. Nobody can steal it over the internet.`
            : `${name}, the desk needs a passkey in addition to your Google account. You confirm it with your fingerprint, your face or the code of this device. Nobody can steal it over the internet.`}
      </p>
      <div className="mt-5">
        <PasskeyButton kind={hasPasskey ? "known" : "new"} name={device} done={go}>
          {hasPasskey ? "Use the passkey" : "Add a passkey"}
        </PasskeyButton>
      </div>
      {hasPasskey && (
        <>
          <p className="mt-5 text-small text-quiet">
            Are you on another device than usual? Choose “phone” or “another device” when the browser asks, and use the
            device with your passkey. Then add a passkey for this device on your own page.
          </p>
          <LostPasskey
            intent="passkey.use-code"
            error={actionData?.errors.secretCode ?? null}
            resetBy="another owner can reset your passkey on the page Staff, or the person who maintains the shop’s server can"
          />
        </>
      )}
      <PasskeysNeedScript />
    </div>
  );
}
