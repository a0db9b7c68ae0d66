/** One outside service on the page Go live: the steps there, the form, and what is in use. */
import type { ReactNode } from "react";

import { Form } from "#desk/components/forms/form.tsx";
import type { ActionError } from "#desk/http/action-error.ts";
import { isSecretField } from "#desk/http/secret-field.ts";
import type { CredentialField } from "#shop/office/credentials/credential-forms.ts";
import type { ShopAddresses } from "#shop/office/credentials/credential-kinds.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";
import { Button } from "#ui/button.tsx";
import { TextField } from "#ui/field.tsx";
import { CandidateNote } from "./candidate-note.tsx";
import { MadeSecretNote } from "./made-secret.tsx";
import type { MadeSecret } from "./make-secret.server.ts";
import { ServiceSteps } from "./service-steps.tsx";
import { describeState, isNotNeeded, type ServiceSection } from "./service-state.ts";

interface CredentialSectionProps {
  section: ServiceSection;
  addresses: ShopAddresses;
  /** Whether the shop has its public address, which the owner enters at Google and Razorpay. */
  isPublic: boolean;
  /** Seconds since the last webhook; null if none came, or if it makes no sense yet. */
  webhookSeconds: number | null;
  trouble: ActionError | null;
  /** A secret for this service that was made just now. */
  made: MadeSecret | null;
  /** What else there is to do with the service. */
  children?: ReactNode;
}

export function CredentialSection(props: CredentialSectionProps) {
  const { section, addresses, isPublic, webhookSeconds, children } = props;
  const { kind, title, source, candidate } = section;
  return (
    <section aria-labelledby={kind} className="border-t border-line pt-6">
      <h2 id={kind} className="text-title">
        {title}
      </h2>
      <p className="mt-1 max-w-measure wrap-anywhere">{describeState(section)}</p>
      {kind === "payments" && source !== "none" && (
        <p className="mt-1 max-w-measure text-quiet">{describeWebhooks(webhookSeconds)}</p>
      )}
      {!isPublic && source === "none" && (kind === "payments" || kind === "sign-in") && (
        <p className="mt-1 max-w-measure font-semibold text-marigold-text">
          The shop has no public address yet. Set it first: the addresses below change with it.
        </p>
      )}
      {source !== "environment" && (
        <>
          <details className="mt-3 max-w-measure" open={source === "none" && !candidate && !isNotNeeded(kind)}>
            <summary className="link min-h-11 content-center">Where to find them</summary>
            <ServiceSteps kind={kind} addresses={addresses} />
          </details>
          {candidate && <CandidateNote kind={kind} trouble={candidate.trouble} isReplacement={source !== "none"} />}
          <CredentialForm {...props} />
        </>
      )}
      {kind === "mail" && source !== "none" && (
        <Form method="post" className="mt-3">
          <Button variant="outline" name="intent" value="credentials.test-letter">
            Send me a test e-mail
          </Button>
        </Form>
      )}
      {children}
    </section>
  );
}

/** Which secret of a service the shop makes, and the words of its button. */
const makeWords = { payments: "Make a webhook secret", backup: "Make an encryption key" } as const;

function CredentialForm({ section, trouble, made }: CredentialSectionProps) {
  const { kind, title, shown, candidate } = section;
  const fields = section.hasSavedWebhookSecret ? section.fields.map(withSavedSecret) : section.fields;
  const values = { ...(made?.typed ?? trouble?.values ?? candidate?.shown ?? shown) };
  // The form was refused for another reason, and the secret part of its key is kept.
  if (trouble?.values.keptSecret === "yes") values.recipient = trouble.values.madeRecipient ?? "";
  return (
    <Form method="post" key={JSON.stringify([shown, candidate])} className="field-row mt-4 sm:grid-cols-2">
      <input type="hidden" name="kind" value={kind} />
      {fields.map((field) => {
        const { name } = field;
        if (made?.recipient && name === "recipient")
          return <MadeField key={made.recipient} label={field.label} recipient={made.recipient} />;
        return (
          <PastedField key={name} field={field} error={trouble?.errors[name] ?? null} value={values[name] ?? ""} />
        );
      })}
      {made && <MadeSecretNote made={made} />}
      <p className="flex flex-wrap gap-3 sm:col-span-2">
        <Button name="intent" value="credentials.save">
          Save and try<span className="sr-only">: {title}</span>
        </Button>
        {(kind === "payments" || kind === "backup") && (
          <Button variant="outline" name="intent" value="credentials.make-secret" formNoValidate>
            {makeWords[kind]}
          </Button>
        )}
      </p>
    </Form>
  );
}

const pasted = { autoCapitalize: "none", spellCheck: false, maxLength: 600 };

function PastedField({ field, error, value }: { field: CredentialField; error: string | null; value: string }) {
  const { name, label, hint, isOptional = false } = field;
  return (
    <TextField
      {...pasted}
      {...{ name, label, hint, isOptional, error }}
      {...(isSecretField(name)
        ? { type: "password", autoComplete: "new-password" }
        : { autoComplete: "off", defaultValue: value })}
    />
  );
}

/** The public part of a key that was made just now. It has a name of its own (`takeMadeKey`). */
function MadeField({ label, recipient }: { label: string; recipient: string }) {
  return (
    <TextField
      {...pasted}
      label={label}
      hint="Made just now"
      name="madeRecipient"
      autoComplete="off"
      defaultValue={recipient}
      readOnly
      className="border-dashed bg-sunk"
    />
  );
}

/** The field of the webhook secret while one is saved that is not in use. */
function withSavedSecret(field: CredentialField): CredentialField {
  return field.name === "secretWebhook"
    ? { ...field, hint: "One is saved already: leave this empty to use it", isOptional: true }
    : field;
}

function describeWebhooks(seconds: number | null): string {
  if (seconds === null) return "No webhook has arrived yet. One comes with the next payment.";
  const minutes = Math.floor(seconds / 60);
  return `The last webhook arrived ${minutes < 1 ? "less than a minute" : minutes < 120 ? formatCount(minutes, "minute") : formatCount(Math.floor(minutes / 60), "hour")} ago.`;
}
