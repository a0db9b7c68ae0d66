/** Sends letters to the mail server by SMTP. */

import { messageOf } from "#shop/kernel/text/message-of.ts";
import { isIP } from "node:net";
import { Transform } from "node:stream";

import nodemailer, { type NodemailerError } from "nodemailer";

import type { AttachedFile } from "./letter-content.ts";

export interface MailerSettings {
  /** For example `smtps://user:password@smtp.example.com`. */
  smtpUrl: string;
  /** The sender's address. */
  from: string;
  /** The sender's name; read again for every letter. */
  readonly shopName: string;
  /** Origin of the shop. Its host is announced to the mail server, unless `nameInEhlo` takes the sender's domain. */
  publicUrl: string;
}

/** A letter to one recipient, ready to be sent. */
export interface OutgoingLetter {
  to: string;
  subject: string;
  html: string;
  text: string;
  /** The address for replies; by default the sender's. */
  replyTo?: string;
  /**
   * A POST to this address unsubscribes. It is sent in the List-Unsubscribe header, for which mail programs show a
   * button (RFC 8058).
   */
  unsubscribeUrl?: string;
  /** The id of the mailing list, such as `newsletter.endpaper.example` (RFC 2919). */
  listId?: string;
  /** Such as `<letter-7@endpaper.example>`; equal in every attempt, so that a letter sent twice is shown once. */
  messageId: string;
  attachments?: AttachedFile[];
}

export interface Mailer {
  /**
   * Throws a `MailFailure` if an address or the Message-ID is malformed, or if the server did not confirm that it
   * accepted the letter.
   */
  send: (letter: OutgoingLetter) => Promise<void>;
  /** Connects and authenticates without sending a letter; returns the error message, or null. */
  findTrouble: () => Promise<string | null>;
  /** Closes idle connections at once; they also close after two seconds without a letter. */
  close: () => void;
}

/** A failure to send: retry later, or never. */
type MailFailure = Error & { kind: "temporary" | "permanent" };

/** The maximum number of connections, because many mail servers reject more from one client. */
export const maxMailConnections = 3;

const connectWithinMs = 10_000;
const answerWithinMs = 60_000;
const address = /^[^\s\p{Cc}<>()[\]\\,;:"@]+@[^\s\p{Cc}<>()[\]\\,;:"@]+$/u;
const messageIdForm = /^<[^\s\p{Cc}<>@]+@[^\s\p{Cc}<>@]+>$/u;

/** Sends by SMTP. Text that a reader typed cannot add a header or a recipient. */
export function createMailer(settings: MailerSettings): Mailer {
  const { smtpUrl, from, publicUrl } = settings;
  const transport = nodemailer.createTransport({
    url: smtpUrl,
    name: nameInEhlo(publicUrl, from),
    pool: true,
    maxConnections: maxMailConnections,
    idleTimeout: 2_000,
    // Do not requeue a letter if the server's response was lost, because only the outbox decides about retries.
    maxRequeues: 0,
    connectionTimeout: connectWithinMs,
    dnsTimeout: connectWithinMs,
    greetingTimeout: connectWithinMs,
    socketTimeout: answerWithinMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  transport.use("stream", ({ message }, done) => {
    message.transform(inOneChunk);
    done();
  });
  return {
    async send({ to, subject, html, text, messageId, replyTo, unsubscribeUrl, listId, attachments }) {
      if (!address.test(to)) throw mailFailure("permanent", "The letter's address is not a single e-mail address.");
      if (replyTo !== undefined && !address.test(replyTo)) {
        throw mailFailure("permanent", "The address for replies is not a single e-mail address.");
      }
      if (!messageIdForm.test(messageId)) throw mailFailure("permanent", "The letter's Message-ID is malformed.");
      try {
        await transport.sendMail({
          from: { name: oneLine(settings.shopName), address: from },
          to: { name: "", address: to },
          subject: oneLine(subject),
          html,
          text,
          // Without it nodemailer counts the letters of each part to choose between this and base64.
          textEncoding: "quoted-printable",
          messageId,
          // Prevents automatic replies, such as out-of-office messages (RFC 3834, 5).
          headers: {
            "Auto-Submitted": "auto-generated",
            ...(unsubscribeUrl === undefined ? {} : oneClickHeaders(unsubscribeUrl)),
            ...(listId === undefined ? {} : { "List-Id": `<${oneLine(listId)}>` }),
          },
          ...(attachments === undefined ? {} : { attachments }),
          ...(replyTo === undefined ? {} : { replyTo: { name: "", address: replyTo } }),
        });
      } catch (error) {
        throw mailFailure(isRefusal(error) ? "permanent" : "temporary", messageOf(error), error);
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

/** Passes a message on in one chunk. Otherwise each header, boundary and part would be a write to the socket. */
function inOneChunk(): Transform {
  const chunks: Buffer[] = [];
  return new Transform({
    transform(chunk, _, done) {
      chunks.push(chunk);
      done();
    },
    flush(done) {
      done(null, Buffer.concat(chunks));
    },
  });
}

/**
 * The name for EHLO: the shop's host or, if that is an IP address or has no dot, the sender's domain, because mail
 * servers distrust other names.
 */
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

/**
 * Makes a text that a person typed safe for a header: no line breaks, and nothing that mail programs decode as an
 * encoded word (RFC 2047).
 */
function oneLine(text: string): string {
  return text
    .replace(/[\p{Cc}\u2028\u2029]+/gu, " ")
    .replaceAll("=?", "= ?")
    .trim();
}

/**
 * Whether the server rejected this letter permanently, or nodemailer's own check rejected it before sending. A failed
 * SMTP authentication is temporary.
 */
function isRefusal(error: unknown): boolean {
  const { code, permanent, response } = error as NodemailerError;
  return (code === "EENVELOPE" || code === "EMESSAGE") && (permanent ?? response === undefined);
}

function mailFailure(kind: MailFailure["kind"], message: string, cause?: unknown): MailFailure {
  return Object.assign(new Error(message, { cause }), { kind });
}
