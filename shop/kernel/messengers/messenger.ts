/** What the shop asks of a service that carries short messages to phone numbers, such as WhatsApp. */

/** The services that the shop has a client for. */
export const messengerIds = ["whatsapp"] as const;

export type MessengerId = (typeof messengerIds)[number];

/** The names of the services as pages show them, and what the privacy policy says of their companies. */
export const messengerFacts: Record<
  MessengerId,
  { name: string; company: string; privacyPolicyUrl: string; addedOn: string }
> = {
  whatsapp: {
    name: "WhatsApp",
    company: "Meta",
    privacyPolicyUrl: "https://www.whatsapp.com/legal/privacy-policy",
    addedOn: "2026-11-30",
  },
};

/** A message in the words of a template, which the service has approved before. */
export interface TemplateMessage {
  /** `code`: a code to be typed at the shop, which is its one value. */
  template: "code";
  values: string[];
  /** The phone number, such as `+919876543210`. */
  to: string;
  /** The shop's own id of the message, which reports repeat. */
  reference: string;
}

/**
 * Why a message was refused. `number`: this number gets no messages; `busy`: too many were sent; `account`: the shop's
 * account or template does not work.
 */
export type RefusalCause = "number" | "busy" | "account";

/**
 * The answer of the service. `accepted` does not mean that the message arrives. `unknown`: there was no usable answer, and
 * the message may arrive.
 */
export type SendResult =
  | { state: "accepted"; messageId: string }
  | { state: "refused"; cause: RefusalCause; trouble: string }
  | { state: "unknown"; trouble: string };

/** What the service reports about a message later, twice at times and in any order. A failure may lack the reference. */
export type MessageReport = { reference: string | null; messageId: string } & (
  | { state: "accepted" | "delivered" }
  | { state: "failed"; cause: RefusalCause; trouble: string }
);

export interface Messenger {
  id: MessengerId;
  /** Sends a message once. Never throws, and the trouble it returns repeats neither number nor values. */
  send(message: TemplateMessage): Promise<SendResult>;
  /** The reports in a webhook; null if its signature is wrong. */
  readReports(body: Buffer, headers: Headers): MessageReport[] | null;
  /** Asks the service whether account and template can be used; returns the problem, or null. */
  findTrouble(): Promise<string | null>;
}
