/** Tries credentials before they are used, so that wrong ones never stop what works. */
import { inTransaction } from "#db/transaction.ts";
import { writeAuditLog } from "#shop/kernel/audit-log/write-audit-log.server.ts";
import type { SignInTrial } from "#shop/people/staff/sign-in.server.ts";
import type { Services } from "#shop/services.ts";

import { credentialTitle } from "./credential-forms.ts";
import type { CredentialKind, CredentialValues } from "./credential-kinds.ts";
import { listCredentials, noteTrouble, useCandidate } from "./stored-credentials.server.ts";

type TrialServices = Pick<Services, "db" | "credentials" | "now">;

interface Candidate {
  sealed: Buffer;
  values: CredentialValues;
}

async function findCandidate({ db, credentials }: TrialServices, kind: CredentialKind): Promise<Candidate | null> {
  const stored = (await listCredentials(db)).find((one) => one.kind === kind && !one.isUsed);
  const values = stored && (await credentials.unseal(kind, stored.sealed));
  return stored && values ? { sealed: stored.sealed, values } : null;
}

/**
 * Asks the service whether it accepts the credentials that were saved last. If so they are put into use, except
 * Google's: those are used after a sign-in with them. Returns the problem, or null.
 */
export async function tryCandidate(services: TrialServices, kind: CredentialKind): Promise<string | null> {
  const { db, credentials, now } = services;
  const candidate = await findCandidate(services, kind);
  if (!candidate) return "They cannot be read any more. Enter them again.";
  const trouble = await credentials.findTrouble(kind, candidate.values);
  if (trouble !== null) {
    await noteTrouble(db, kind, candidate.sealed, trouble);
    return trouble;
  }
  if (kind === "sign-in") return null;
  await inTransaction(db, async (tx) => {
    if (!(await useCandidate(tx, kind, candidate.sealed))) return;
    await writeAuditLog(tx, { actor: "shop" }, now(), {
      action: "credentials.use",
      words: `${credentialTitle(kind)}: the new credentials work and are in use now.`,
      subject: `credentials of ${kind}`,
    });
  });
  return null;
}

/** The sign-in with which an owner tries Google's credentials. */
export function trialOfGoogle(services: TrialServices): SignInTrial {
  const find = () => findCandidate(services, "sign-in");
  return {
    google: async () => {
      const candidate = await find();
      return candidate && services.credentials.googleWith(candidate.values);
    },
    adopt: async (tx) => {
      const candidate = await find();
      return candidate !== null && useCandidate(tx, "sign-in", candidate.sealed);
    },
  };
}
