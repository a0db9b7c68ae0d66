import { randomUUID } from "node:crypto";
import type { AddressInfo } from "node:net";

import PostalMime, { type Address } from "postal-mime";
import { SMTPServer, type SMTPServerSession } from "smtp-server";

import type { LetterStore, MailboxLetter } from "./letter-store.ts";

/** A fault of the mail server. */
export interface MailboxFault {
  /** Rejects each recipient: temporarily (450) or permanently (550). */
  refuse?: "temporary" | "permanent";
  /** Accepts the letter, but breaks the connection before the confirmation. */
  loseAnswer?: boolean;
  /** Number of occurrences; unlimited if absent. */
  times?: number;
}

/** The SMTP server. */
export interface MailServer {
  port: number;
  fault(): MailboxFault | null;
  setFault(fault: MailboxFault | null): void;
  close(): Promise<void>;
}

const largestLetter = 10 * 1024 * 1024;

/**
 * Opens a mail server on a port of the loopback interface, by default a free one. With `encrypts` it offers STARTTLS,
 * with a certificate that no client trusts.
 */
export async function openMailServer(store: LetterStore, port = 0, encrypts = false): Promise<MailServer> {
  let fault: MailboxFault | null = null;

  /** Returns the active fault if it is of this kind, and counts it down. */
  function meets(kind: "refuse" | "loseAnswer"): MailboxFault | null {
    const met = fault;
    if (!met?.[kind]) return null;
    if (met.times !== undefined) fault = met.times > 1 ? { ...met, times: met.times - 1 } : null;
    return met;
  }

  const server = new SMTPServer({
    disabledCommands: encrypts ? ["AUTH"] : ["AUTH", "STARTTLS"],
    // It would warn of its certificate.
    logger: false,
    disableReverseLookup: true,
    size: largestLetter,
    rejectOversized: true,
    closeTimeout: 100,
    onRcptTo(_address, _session, answer) {
      const refusal = meets("refuse")?.refuse;
      answer(refusal ? refuseRecipient(refusal) : null);
    },
    onData(stream, session, answer) {
      const lose = () => [...server.connections].find((connection) => connection.session === session)?.close();
      readLetter(stream, session)
        .then((letter) => (stream.sizeExceeded ? undefined : store.add(letter)))
        .then(() => (meets("loseAnswer") ? lose() : answer()))
        .catch((problem: Error) => answer(problem));
    },
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  server.on("error", () => {}); // a sender that disconnects must not end the process

  return {
    port: (server.server.address() as AddressInfo).port,
    fault: () => fault,
    setFault(requested) {
      fault = requested;
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

function refuseRecipient(refusal: "temporary" | "permanent"): Error {
  return refusal === "temporary"
    ? Object.assign(new Error("Mailbox stand-in: try again later, on purpose"), { responseCode: 450 })
    : Object.assign(new Error("Mailbox stand-in: no such reader, on purpose"), { responseCode: 550 });
}

async function readLetter(stream: AsyncIterable<Buffer>, { envelope }: SMTPServerSession): Promise<MailboxLetter> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  const mail = await PostalMime.parse(Buffer.concat(chunks));
  return {
    id: randomUUID(),
    messageId: mail.messageId ?? "",
    from: mail.from ? writeAddress(mail.from) : "",
    to: envelope.rcptTo.map(({ address }) => address).join(", "),
    subject: mail.subject ?? "",
    files: mail.attachments.map(({ filename }) => filename ?? ""),
    html: mail.html ?? "",
    text: mail.text ?? "",
    headers: mail.headers.map(({ originalKey, value }) => ({ name: originalKey, value })),
    receivedAt: new Date().toISOString(),
  };
}

function writeAddress({ name, address = "" }: Address): string {
  return name ? `${name} <${address}>` : address;
}
