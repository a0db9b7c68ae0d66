import { LostPasskey, PasskeysNeedScript } from "#desk/components/frame/lost-passkey.tsx";
import { PasskeyButton } from "#desk/components/frame/passkey-button.tsx";

/** Sign-in by a passkey alone, or by a recovery code if it is lost. */
export function PasskeyAlone({ next, isOnlyWay, error }: { next: string; isOnlyWay: boolean; error: string | null }) {
  return (
    <div className="mt-5">
      <PasskeyButton kind="sign-in" variant={isOnlyWay ? "primary" : "outline"} done={() => location.assign(next)}>
        {isOnlyWay ? "Sign in with your passkey" : "Sign in with a passkey alone"}
      </PasskeyButton>
      <LostPasskey
        intent="use-code"
        error={error}
        resetBy="the person who maintains the shop’s server can reset your passkey"
      />
      <PasskeysNeedScript />
    </div>
  );
}
