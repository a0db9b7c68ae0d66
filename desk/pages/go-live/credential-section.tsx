/** One outside service on the page Go live: the steps there, the form, and what is in use. */
import type { ReactNode } from "react";

import { Form } from "#desk/components/forms/form.tsx";
import type { ActionError } from "#desk/http/action-error.ts";
import { isSecretField } from "#desk/http/secret-field.ts";
import type { CredentialForm } from "#shop/office/credentials/credential-forms.ts";
import type { ShopAddresses } from "#shop/office/credentials/credential-kinds.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";
import { Banner } from "#ui/banner.tsx";
import { Button } from "#ui/button.tsx";
import { TextField } from "#ui/field.tsx";
import type { MadeKey } from "./make-backup-key.server.ts";
import { describeState, type ServiceSection } from "./service-state.ts";

interface CredentialSectionProps {
  section: ServiceSection;
  addresses: ShopAddresses;
  /** Seconds since the last webhook; null if none came, or if it makes no sense yet. */
  webhookSeconds: number | null;
  trouble: ActionError | null;
  /** A key for backups that was made just now; its secret part is shown once. */
  madeKey: MadeKey | null;
}

export function CredentialSection({ section, addresses, webhookSeconds, trouble, madeKey }: CredentialSectionProps) {
  const { kind, title, fields, source, shown, candidate } = section;
  const isLocked = source === "environment";
  const values = { ...(trouble?.values ?? candidate?.shown ?? shown), ...madeKey?.typed };
  return (
    <section aria-labelledby={kind} className="border-t border-line pt-6">
      <h2 id={kind} className="text-title">
        {title}
      </h2>
      <p className="mt-1 max-w-measure wrap-anywhere">{describeState(section)}</p>
      {kind === "payments" && source !== "none" && (
        <p className="mt-1 max-w-measure text-quiet">{describeWebhooks(webhookSeconds)}</p>
      )}
      {!isLocked && (
        <>
          <details className="mt-3 max-w-measure" open={source === "none" && !candidate}>
            <summary className="link min-h-11 content-center">Where to find them</summary>
            {steps[kind](addresses)}
          </details>
          {candidate && <Candidate kind={kind} trouble={candidate.trouble} />}
          <Form method="post" key={JSON.stringify([shown, candidate])} className="field-row mt-4 sm:grid-cols-2">
            <input type="hidden" name="kind" value={kind} />
            {fields.map(({ name, label, hint, isOptional = false }) => (
              <TextField
                // The field of the public key is filled again when a key was made.
                key={name === "recipient" ? madeKey?.typed.recipient : name}
                label={label}
                name={name}
                hint={hint}
                isOptional={isOptional}
                error={trouble?.errors[name] ?? null}
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
                maxLength={600}
                {...(isSecretField(name)
                  ? { type: "password", autoComplete: "new-password" }
                  : { defaultValue: values[name] ?? "" })}
              />
            ))}
            {madeKey && <NewBackupKey secretKey={madeKey.secretKey} />}
            <p className="flex flex-wrap gap-3 sm:col-span-2">
              <Button name="intent" value="credentials.save">
                Save and try<span className="sr-only">: {title}</span>
              </Button>
              {kind === "backup" && (
                <Button variant="outline" name="intent" value="credentials.make-backup-key">
                  Make an encryption key
                </Button>
              )}
            </p>
          </Form>
        </>
      )}
      {kind === "mail" && source !== "none" && (
        <Form method="post" className="mt-3">
          <Button variant="outline" name="intent" value="credentials.test-letter">
            Send me a test e-mail
          </Button>
        </Form>
      )}
    </section>
  );
}

/** The secret part of a new key, which is not stored. */
function NewBackupKey({ secretKey }: { secretKey: string }) {
  return (
    <Banner variant="note" className="sm:col-span-2">
      <p>
        Write this key down, or keep it in a password manager, but not on this server. It is not stored and not shown
        again, and without it no backup can be read:
      </p>
      <Address>{secretKey}</Address>
      <p className="mt-2">Its public part is in the form now. Then press “Save and try”.</p>
    </Banner>
  );
}

/** What was entered and is not in use, with its ways on. */
function Candidate({ kind, trouble }: { kind: CredentialForm["kind"]; trouble: string }) {
  const isToSignIn = kind === "sign-in" && trouble === "";
  return (
    <Banner variant={trouble ? "error" : "note"} className="mt-3 max-w-measure">
      <p>
        {trouble
          ? `What you entered is saved, but not in use, because it did not work: ${trouble}`
          : isToSignIn
            ? "What you entered is saved. It is used from the moment you have signed in with it; from then on you sign in at the desk with the Google account that you choose now."
            : "What you entered is saved, and has not been tried yet."}
      </p>
      <Form method="post" className="mt-3 flex flex-wrap gap-3">
        <input type="hidden" name="kind" value={kind} />
        <Button name="intent" value="credentials.try">
          {isToSignIn ? "Sign in with Google to try" : "Try again"}
        </Button>
        <Button variant="outline" name="intent" value="credentials.discard">
          Discard
        </Button>
      </Form>
    </Banner>
  );
}

function describeWebhooks(seconds: number | null): string {
  if (seconds === null) return "No webhook has arrived yet. One comes with the next payment.";
  const minutes = Math.floor(seconds / 60);
  return `The last webhook arrived ${minutes < 1 ? "less than a minute" : minutes < 120 ? formatCount(minutes, "minute") : formatCount(Math.floor(minutes / 60), "hour")} ago.`;
}

const steps: Record<CredentialForm["kind"], (addresses: ShopAddresses) => ReactNode> = {
  payments: ({ webhook }) => (
    <Steps>
      <li>
        In the Razorpay Dashboard, open Account &amp; Settings, API Keys, and generate a key pair. Copy both parts.
      </li>
      <li>
        Under Webhooks, add this address: <Address>{webhook}</Address>
      </li>
      <li>Think of a webhook secret, and enter it there and here.</li>
      <li>
        Tick the events payment.authorized, payment.captured, payment.failed, order.paid, refund.created,
        refund.processed, refund.failed, and all of payment.dispute.
      </li>
      <li>Leave automatic capture on, and “customer fee bearer” off.</li>
    </Steps>
  ),
  "sign-in": ({ redirects }) => (
    <Steps>
      <li>
        In the Google Cloud console, open Google Auth Platform, Clients, and create a client of the type Web
        application.
      </li>
      <li>
        Add these authorised redirect URIs, exactly as they are:
        {redirects.map((address) => (
          <Address key={address}>{address}</Address>
        ))}
      </li>
      <li>Copy Client ID and Client secret. Publish the app, so that not only test users can sign in.</li>
    </Steps>
  ),
  mail: () => (
    <Steps>
      <li>Your e-mail provider names the mail server: smtp.zoho.in, smtp.gmail.com, smtp-relay.brevo.com and so on.</li>
      <li>Most want a password made for programs (an app password) instead of your own.</li>
      <li>The sender’s address must belong to that account, or to a domain that the provider has verified.</li>
    </Steps>
  ),
  backup: () => (
    <Steps>
      <li>
        Make a private bucket at a storage provider (Amazon S3, Backblaze B2, Cloudflare R2 or another that speaks S3),
        and an access key that may read, write, delete and list in it. Or name a folder on another disk of this server.
      </li>
      <li>
        Press “Make an encryption key” and write the secret key down: without it nobody, you included, can read the
        backups. The public key encrypts them, and is all that the shop keeps.
      </li>
      <li>“Save and try” writes a small file there, reads it and deletes it.</li>
    </Steps>
  ),
};

function Steps({ children }: { children: ReactNode }) {
  return <ol className="mt-2 grid list-decimal gap-2 pl-5">{children}</ol>;
}

/** An address to copy; a press selects all of it. */
function Address({ children }: { children: string }) {
  return <code className="mt-1 block rounded-sm bg-sunk px-3 py-2 text-small break-all select-all">{children}</code>;
}
