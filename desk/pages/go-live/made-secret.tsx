import { CopyText } from "#desk/components/copy-text.tsx";
import { Banner } from "#ui/banner.tsx";
import { Checkbox } from "#ui/checkbox.tsx";
import type { MadeSecret } from "./make-secret.server.ts";

/** A secret that was made just now, which is shown once, and what to do with it. */
export function MadeSecretNote({ made: { kind, secret } }: { made: MadeSecret }) {
  return (
    <Banner variant="note" className="sm:col-span-2">
      {kind === "payments" ? (
        <>
          <p>Enter this webhook secret at Razorpay. It is saved here already, and is not shown again.</p>
          <CopyText name="the webhook secret">{secret}</CopyText>
        </>
      ) : (
        <>
          <p>
            Keep this secret key in a password manager or on paper, but not on this server. It is not stored here and
            not shown again, and without it no backup can be read:
          </p>
          <CopyText name="the secret key">{secret}</CopyText>
          <Checkbox name="keptSecret" value="yes" required>
            I have kept the secret key where I find it without this server
          </Checkbox>
          <p>Its public part is in the form. Then press “Save and try”.</p>
        </>
      )}
    </Banner>
  );
}
