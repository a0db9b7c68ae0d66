import { carrierIds, type CarrierId } from "#shop/sales/carriers/carrier.ts";
import { messengerIds, type MessengerId } from "#shop/kernel/messengers/messenger.ts";
import type { CredentialForm } from "#shop/office/credentials/credential-forms.ts";
import type { CredentialSource } from "#shop/office/credentials/credential-kinds.ts";

/** An outside service with what is entered for it. */
export interface ServiceSection extends CredentialForm {
  source: CredentialSource;
  /** Whether the shop cannot open without it; else its own stand-in is used meanwhile. */
  isMissing: boolean;
  /** Whether the backups are on the disk of the shop's data. */
  isOnDataDisk: boolean;
  /** The values in use that are not secret, by field. */
  shown: Record<string, string>;
  /** Whether a webhook secret is saved that is not in use; a form without one uses it. */
  hasSavedWebhookSecret: boolean;
  candidate: { trouble: string; changedAt: string; shown: Record<string, string> } | null;
}

const withoutCarrier = "Not used, and not needed: you hand parcels over and type their tracking numbers.";

/** Whether a shop does well without the service: a carrier, or a messenger. */
export function isNotNeeded(kind: CredentialForm["kind"]): kind is CarrierId | MessengerId {
  return [...carrierIds, ...messengerIds].some((id) => id === kind);
}

/** The state of a service in a word or two, and how good it is. */
export function summarizeState({ kind, source, isMissing, isOnDataDisk, candidate }: ServiceSection): {
  words: string;
  tone: "well" | "look" | "broken";
} {
  if (candidate && source !== "none")
    return {
      words: candidate.trouble ? "In use; the new one does not work" : "In use; a new one to be tried",
      tone: "look",
    };
  if (candidate)
    return candidate.trouble ? { words: "Does not work", tone: "broken" } : { words: "To be tried", tone: "look" };
  if (source !== "none" && isOnDataDisk) return { words: "On the shop’s own disk", tone: "look" };
  if (source !== "none") return { words: "In use", tone: "well" };
  if (isMissing) return { words: "Not set up", tone: "broken" };
  if (isNotNeeded(kind)) return { words: "Not used", tone: "well" };
  return { words: kind === "backup" ? "This server only" : "Test only", tone: "look" };
}

/** What a service does as it is set up now. */
export function describeState({ kind, source, isMissing, isOnDataDisk, shown, fields }: ServiceSection): string {
  const values = fields.flatMap(({ name }) => shown[name] ?? []).filter(Boolean);
  const disk = isOnDataDisk
    ? " This folder is on the same disk as the shop’s data, so both are lost together. Choose a bucket, or a folder on another disk."
    : "";
  if (source === "environment")
    return `Set by the environment of the server (${values.join(", ")}), and not changed here.${disk}`;
  if (source === "desk") return `In use: ${values.join(", ")}.${disk}`;
  if (isMissing)
    return {
      payments: "Not set up: readers cannot pay.",
      "sign-in": "Not set up: readers cannot sign in, and you sign in at the desk with your passkey alone.",
      mail: "Not set up: e-mails wait, and leave as soon as there is a mail server.",
      backup: "",
      shiprocket: "",
      delhivery: "",
      whatsapp: "",
    }[kind];
  return {
    payments: "Test payments: readers pay nothing, and no money moves.",
    "sign-in": "Test sign-in: anybody may be anybody, so the desk answers on this machine only.",
    mail: "Test mailbox: readers receive no e-mail.",
    backup: "Backups are made on this server’s own disk, not encrypted. They are lost when that disk is.",
    shiprocket: withoutCarrier,
    delhivery: withoutCarrier,
    whatsapp: "Not used, and not needed: orders on delivery are confirmed by a link in an e-mail.",
  }[kind];
}
