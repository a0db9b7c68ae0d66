import { typedKeys } from "#shop/kernel/text/object-keys.ts";
import {
  credentialKinds,
  type CredentialKind,
  type CredentialSource,
  type CredentialValues,
} from "#shop/office/credentials/credential-kinds.ts";
import { credentialVariables } from "#shop/office/credentials/credential-forms.ts";

/** Credentials that an owner entered at the desk, by kind. */
export type DeskCredentials = Partial<Record<CredentialKind, CredentialValues>>;

/**
 * The services that a shop for the public lacks: those without credentials, unless it is a demonstration. It is not open
 * to readers until an owner enters them at the desk.
 */
export function findMissing(credentials: CredentialsInUse, mayBeStandIns: boolean): CredentialKind[] {
  if (mayBeStandIns) return [];
  const needed = { payments: "RAZORPAY_KEY_ID", "sign-in": "GOOGLE_CLIENT_ID", mail: "SMTP_URL" } as const;
  return typedKeys(needed).filter((kind) => !credentials[kind].values[needed[kind]]);
}

export type CredentialsInUse = Record<CredentialKind, { source: CredentialSource; values: CredentialValues }>;

/** Chooses the credentials of each kind: the environment's if it sets one of them, else the desk's. */
export function chooseCredentials(environment: Record<string, string>, desk: DeskCredentials): CredentialsInUse {
  const chosen = credentialKinds.map((kind) => {
    const own = credentialVariables[kind].flatMap((name): [string, string][] =>
      environment[name] === undefined ? [] : [[name, environment[name]]],
    );
    const values = own.length > 0 ? Object.fromEntries(own) : (desk[kind] ?? {});
    const source = own.length > 0 ? "environment" : desk[kind] ? "desk" : "none";
    return [kind, { source, values }];
  });
  return Object.fromEntries(chosen) as CredentialsInUse;
}
