import type { Services } from "#shop/services.ts";

import type { CredentialKind, CredentialValues } from "./credential-kinds.ts";
import { listCredentials, storeCandidate } from "./stored-credentials.server.ts";

/** Encrypts and stores credentials that are to be tried; those in use stay. */
export async function saveCandidate(
  { db, credentials }: Pick<Services, "db" | "credentials">,
  kind: CredentialKind,
  values: CredentialValues,
  at: Date,
): Promise<void> {
  const used = (await listCredentials(db)).find((one) => one.kind === kind && one.isUsed);
  const old = used && (await credentials.unseal(kind, used.sealed));
  const all = { ...values, ...(old ? keepWebhookSecret(old, values) : {}) };
  await storeCandidate(db, kind, await credentials.seal(kind, all), at);
}

/** The values that were saved last and are not in use; empty if there are none. */
export async function readCandidate(
  { db, credentials }: Pick<Services, "db" | "credentials">,
  kind: CredentialKind,
): Promise<CredentialValues> {
  const saved = (await listCredentials(db)).find((one) => one.kind === kind && !one.isUsed);
  return (saved && (await credentials.unseal(kind, saved.sealed))) ?? {};
}

/** The webhook secret in use stays valid beside a new one, because webhooks signed with it may still arrive. */
function keepWebhookSecret(
  old: CredentialValues,
  { RAZORPAY_WEBHOOK_SECRET: next }: CredentialValues,
): CredentialValues {
  const previous = old.RAZORPAY_WEBHOOK_SECRET;
  return previous !== undefined && previous !== next ? { RAZORPAY_WEBHOOK_SECRET_PREVIOUS: previous } : {};
}
