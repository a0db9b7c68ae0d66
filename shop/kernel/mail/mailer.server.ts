import { isIP } from "node:net";

import nodemailer, { type NodemailerError } from "nodemailer";

export interface MailerSettings {
  /** Such as `smtps://user:password@smtp.example.com`. */
  smtpUrl: string;
  /** Address letters come from. */
  from: string;
  /** Name letters come from; read with every letter. */
  readonly shopName: string;
  /** Origin of the shop; its host is what the shop calls itself at the mail server (EHLO). */
  publicUrl: string;
}

/** A letter on its way to one reader. */
export interface OutgoingLetter {
  to: string;
  subject: string;
  html: string;
  text: string;
  /** Who gets the answer; the sender when not given. */
  replyTo?: string;
  /** Ends such letters when posted to; named in the headers that mail programs make a button of (RFC 8058). */
  unsubscribeUrl?: string;
  /** The mailing list it goes to, such as `newsletter.endpaper.example` (RFC 2919). */
  listId?: string;
  /** Such as `<letter-7@endpaper.example>`: the same with every try, so that a letter sent twice is shown once. */
  messageId: string;
}

/** Hands letters to the mail server. */
export interface Mailer {
  /** Throws a `MailFailure` when the server did not take the letter, or nobody knows whether it did. */
  send: (letter: OutgoingLetter) => Promise<void>;
  /** Connects and signs in without a letter; returns what is in the way, or null. */
  findTrouble: () => Promise<string | null>;
  /** Lets go of connections at once; they also end by themselves when there was nothing to send for two seconds. */
  close: () => void;
}

/** Why a letter was not taken: try again later, or never. */
type MailFailure = Error & { kind: "temporary" | "permanent" };

/** Mail servers often refuse more of one client. */
export const maxMailConnections = 3;

const connectWithinMs = 10_000;
const answerWithinMs = 60_000;
const address = /^[^\s\p{Cc}<>()[\]\\,;:"@]+@[^\s\p{Cc}<>()[\]\\,;:"@]+$/u;
const messageIdForm = /^<[^\s\p{Cc}<>@]+@[^\s\p{Cc}<>@]+>$/u;

/** Sends over SMTP. Nothing that is typed by a reader can add a header or a recipient. */
export function createMailer(settings: MailerSettings): Mailer {
  const { smtpUrl, from, publicUrl } = settings;
  const transport = nodemailer.createTransport({
    url: smtpUrl,
    name: nameInEhlo(publicUrl, from),
    pool: true,
    maxConnections: maxMailConnections,
    idleTimeout: 2_000,
    // A letter whose answer was lost is not sent again behind the outbox's back.
    maxRequeues: 0,
    connectionTimeout: connectWithinMs,
    dnsTimeout: connectWithinMs,
    greetingTimeout: connectWithinMs,
    socketTimeout: answerWithinMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send({ to, subject, html, text, messageId, replyTo, unsubscribeUrl, listId }) {
      if (!address.test(to)) throw mailFailure("permanent", "The letter's address is not one e-mail address.");
      if (replyTo !== undefined && !address.test(replyTo)) {
        throw mailFailure("permanent", "The address for answers is not one e-mail address.");
      }
      if (!messageIdForm.test(messageId)) throw mailFailure("permanent", "The letter's Message-ID is malformed.");
      try {
        await transport.sendMail({
          from: { name: oneLine(settings.shopName), address: from },
          to: { name: "", address: to },
          subject: oneLine(subject),
          html,
          text,
          messageId,
          // Out-of-office programs do not answer such letters (RFC 3834, 5).
          headers: {
            "Auto-Submitted": "auto-generated",
            ...(unsubscribeUrl === undefined ? {} : oneClickHeaders(unsubscribeUrl)),
            ...(listId === undefined ? {} : { "List-Id": `<${oneLine(listId)}>` }),
          },
          ...(replyTo === undefined ? {} : { replyTo: { name: "", address: replyTo } }),
        });
      } catch (error) {
        throw mailFailure(isRefusal(error) ? "permanent" : "temporary", (error as Error).message, error);
      }
    },
    async findTrouble() {
      return transport.verify().then(
        () => null,
        (error: Error) => error.message,
      );
    },
    close: () => transport.close(),
  };
}

/** Mail servers distrust a client whose EHLO name is no host name: the shop's host, or the domain letters come from. */
function nameInEhlo(publicUrl: string, from: string): string {
  const { hostname } = new URL(publicUrl);
  const isName = hostname.includes(".") && isIP(hostname) === 0;
  return isName ? hostname : (from.split("@")[1] ?? hostname);
}

function oneClickHeaders(unsubscribeUrl: string): Record<string, string> {
  return {
    "List-Unsubscribe": `<${new URL(unsubscribeUrl).href}>`,
    "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
  };
}

/** Of a text that somebody typed: no line break, and nothing that mail programs would read as another text's encoding (RFC 2047). */
function oneLine(text: string): string {
  return text
    .replace(/[\p{Cc}\u2028\u2029]+/gu, " ")
    .replaceAll("=?", "= ?")
    .trim();
}

/** A permanent rejection of this letter, by the server or before it. A failed SMTP authentication is temporary. */
function isRefusal(error: unknown): boolean {
  const { code, permanent, response } = error as NodemailerError;
  return (code === "EENVELOPE" || code === "EMESSAGE") && (permanent ?? response === undefined);
}

function mailFailure(kind: MailFailure["kind"], message: string, cause?: unknown): MailFailure {
  return Object.assign(new Error(message, { cause }), { kind });
}
