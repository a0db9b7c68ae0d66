import { openLetterStore, type MailboxLetter } from "./letter-store.ts";
import { openMailServer, type MailboxFault } from "./post-office.ts";
import { joinRoutes } from "./web.ts";

/** Options of a mailbox. */
export interface MailboxStandInOptions {
  /** The path of the pages, such as "/stand-ins/mailbox", or "" for an origin of its own. */
  basePath: string;
  /** The file that keeps the letters when the mailbox is restarted; without it they are only in memory. */
  file?: string;
  /** The SMTP port; by default a free one. */
  smtpPort?: number;
  /** Offers STARTTLS, with a certificate that no client trusts; off by default. */
  encrypts?: boolean;
  /** Enables /control and its forms; off by default. */
  control?: boolean;
}

/** A running stand-in: a mail server that stores letters, and pages that show them. */
export interface MailboxStandIn {
  /** The SMTP address, such as smtp://127.0.0.1:43211, for this machine only, without a password. */
  smtpUrl: string;
  /** Handles every request below basePath. */
  fetch(request: Request): Promise<Response>;
  /** A copy of the newest 500 letters, oldest first. */
  letters(): MailboxLetter[];
  clear(): Promise<void>;
  /** Turns a fault on, or off with null. */
  setFault(fault: MailboxFault | null): void;
  close(): Promise<void>;
}

/** Creates a stand-in for the mail server and for the mailboxes of all recipients. */
export async function createMailboxStandIn(options: MailboxStandInOptions): Promise<MailboxStandIn> {
  const store = openLetterStore(options.file);
  const office = await openMailServer(store, options.smtpPort, options.encrypts);
  const { basePath, control: hasControl = false } = options;
  const { port, fault, setFault } = office;
  const app = joinRoutes({ basePath, hasControl, letters: store.list, clear: store.clear, fault, setFault });
  return {
    smtpUrl: `smtp://127.0.0.1:${port}`,
    fetch: async (request) => app.fetch(request),
    letters: () => structuredClone(store.list()),
    clear: store.clear,
    setFault,
    async close() {
      await office.close();
      await store.written();
    },
  };
}
