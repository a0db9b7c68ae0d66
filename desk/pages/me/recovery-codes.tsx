import { useRef } from "react";

import { CopyButton } from "#desk/components/copy-text.tsx";
import { Form } from "#desk/components/forms/form.tsx";
import { formatCount } from "#shop/kernel/text/format-count.ts";
import { Banner } from "#ui/banner.tsx";
import { Button } from "#ui/button.tsx";

interface RecoveryCodesProps {
  /** The number of codes that can still be used. */
  left: number;
  /** Codes that were made just now; null otherwise. */
  codes: string[] | null;
}

/** The codes for a lost passkey: how many are left, and new ones, which are shown once. */
export function RecoveryCodes({ left, codes }: RecoveryCodesProps) {
  const shown = useRef<HTMLUListElement>(null);
  return (
    <section aria-labelledby="codes">
      <h2 id="codes" className="text-title">
        Recovery codes
      </h2>
      {codes ? (
        <div role="status">
          <p className="mt-3 max-w-measure">
            Write these codes down, copy them into a password manager or print this page, and keep them where nobody
            else looks. They are not shown again. With each of them you can sign in once if your passkey is lost.
          </p>
          <ul ref={shown} className="desk-card mt-3 grid max-w-measure gap-x-6 gap-y-2 p-4 sm:grid-cols-2">
            {codes.map((code) => (
              <li key={code}>
                <code>{code}</code>
              </li>
            ))}
          </ul>
          <p className="mt-3">
            <CopyButton name="all codes" text={codes.join("\n")} shown={shown} />
          </p>
        </div>
      ) : left === 0 ? (
        <Banner variant="note" className="mt-3 max-w-measure">
          You have none. If your only passkey is lost with its device, you cannot sign in without the help of another
          owner.
        </Banner>
      ) : (
        <p className="mt-3">{formatCount(left, "code")} can still be used, each once.</p>
      )}
      <Form method="post" action="#codes" className="mt-3">
        <Button variant="outline" name="intent" value="passkey.make-codes">
          {left === 0 && !codes ? "Make recovery codes" : "Make new codes; the old ones end"}
        </Button>
      </Form>
    </section>
  );
}
