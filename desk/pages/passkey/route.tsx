import { requiredDeskUrl } from "#desk/http/required-desk-url.ts";
import { servicesContext } from "#app/http/context.ts";
import { safeNext } from "#app/http/safe-next.ts";
import { PasskeyButton } from "#desk/components/frame/passkey-button.tsx";
import { requireStaff } from "#desk/http/staff.server.ts";
import { describeDevice } from "#shop/people/readers/device.ts";

import type { Route } from "./+types/route";

/** The second step of a sign-in: verifies the passkey, or adds the first one. */
export async function loader(args: Route.LoaderArgs) {
  const { hasPasskey, staff } = await requireStaff(args, { needs: "own-sign-in", proof: "google" });
  const { settings } = args.context.get(servicesContext);
  return {
    hasPasskey,
    name: staff.name,
    device: describeDevice(args.request.headers.get("user-agent") ?? ""),
    next: safeNext(new URL(args.request.url).searchParams.get("next"), requiredDeskUrl(settings)),
  };
}

export const meta = () => [{ title: "Your passkey" }];

export default function Passkey({ loaderData }: Route.ComponentProps) {
  const { hasPasskey, name, device, next } = loaderData;
  const go = () => location.assign(next);
  return (
    <div className="desk-page max-w-measure!">
      <h1 className="text-h3">{hasPasskey ? "Use your passkey" : "Add your first passkey"}</h1>
      <p className="mt-4">
        {hasPasskey
          ? `${name}, you are signed in with Google. The desk also needs your passkey, on this device, your phone or your security key.`
          : `${name}, the desk needs a passkey in addition to your Google account. You confirm it with your fingerprint, your face or the code of this device. Nobody can steal it over the internet.`}
      </p>
      <div className="mt-5">
        <PasskeyButton kind={hasPasskey ? "known" : "new"} name={device} done={go}>
          {hasPasskey ? "Use the passkey" : "Add a passkey"}
        </PasskeyButton>
      </div>
      {hasPasskey && (
        <p className="mt-5 text-small text-quiet">
          Are you on another device than usual? Choose “phone” or “another device” when the browser asks, and use the
          device with your passkey. Then add a passkey for this device on your own page. If you lost your passkey,
          another owner can reset it on the page Staff, or the person who maintains the shop&rsquo;s server can.
        </p>
      )}
      <noscript>
        <p className="mt-5">
          Passkeys need JavaScript. Switch it on for this page. The rest of the desk works without it.
        </p>
      </noscript>
    </div>
  );
}
