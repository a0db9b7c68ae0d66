import { Form, Link } from "react-router";

import { Unbroken } from "#app/content/unbroken.tsx";
import { href } from "#routing/href.ts";
import type { CodeState } from "#shop/sales/orders/codes/find-code-state.server.ts";
import { Button } from "#ui/button.tsx";
import { TextField } from "#ui/field.tsx";
import { describeLastCode, describeWait, describeWrongCode, type CodeFlash } from "./code-words.ts";

interface ConfirmByCodeProps {
  code: CodeState;
  flash: CodeFlash | null;
  action: string;
}

/** Confirms an order by a code that is sent to its phone number, besides the e-mail. */
export function ConfirmByCode({ code, flash, action }: ConfirmByCodeProps) {
  const { last, open, next, messenger, company, phoneEnd } = code;
  const said = describeLastCode(code);
  const wait = describeWait(code);
  return (
    <div className="mt-6 max-w-measure border-t border-line pt-5">
      <h3 className="font-text text-body font-semibold">Or confirm it by a code</h3>
      {said && (
        <p className="mt-1" role="status">
          <Unbroken text={said} />
        </p>
      )}
      {open && (
        <Form method="post" action={action} className="mt-3 flex flex-wrap items-end gap-3" key={open.triesLeft}>
          <input type="hidden" name="intent" value="confirm-by-code" />
          <div className="w-full sm:w-64">
            <TextField
              label="Code of six digits"
              name="code"
              id="code"
              required
              inputMode="numeric"
              autoComplete="one-time-code"
              pattern="[\s\-]*(?:\d[\s\-]*){6}"
              maxLength={20}
              className="figures tracking-[0.2em]"
              error={describeWrongCode(flash, open.triesLeft)}
              // The reader has asked for the code, or typed it wrong.
              // oxlint-disable-next-line jsx-a11y/no-autofocus
              autoFocus={flash !== null}
            />
          </div>
          <Button>Confirm by code</Button>
        </Form>
      )}
      {next && (
        <Form method="post" action={action} className="mt-3">
          <input type="hidden" name="intent" value="send-code" />
          {!last && (
            <p className="mb-3">
              We send one message to the number that ends in {phoneEnd}, without advertising. {company}, which runs{" "}
              {messenger}, learns the number and who wrote to it: see our{" "}
              <Link to={href("/privacy-policy")} className="link">
                privacy policy
              </Link>
              .
            </p>
          )}
          <Button variant={open ? "quiet" : "outline"} className={open ? "px-0!" : ""}>
            {last && last.state !== "failed" ? "Send another code" : `Send a code by ${messenger}`}
          </Button>
          {wait && <span className="ml-3 text-small text-quiet">{wait}</span>}
        </Form>
      )}
      {last && !next && last.cause !== "number" && (
        <p className="mt-3 text-small text-quiet">No further code can be sent for this order.</p>
      )}
    </div>
  );
}
