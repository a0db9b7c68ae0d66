import { openLetterStore, type MailboxLetter } from "./letter-store.ts";
import { openPostOffice, type MailboxFault } from "./post-office.ts";
import { joinRoutes } from "./web.ts";

/** How a mailbox is set up. */
export interface MailboxStandInOptions {
  /** Path its pages are mounted under, such as "/stand-ins/mailbox", or "" on an origin of its own. */
  basePath: string;
  /** Keeps the letters over a restart; without one they are in memory. */
  file?: string;
  /** Where letters are taken; a free port unless it is given. */
  smtpPort?: number;
  /** Answers /control, and shows its switches; off unless asked for. */
  control?: boolean;
}

/** The other end of the wire: a mail server that keeps what it is given, and pages to read it. */
export interface MailboxStandIn {
  /** Such as smtp://127.0.0.1:43211: no encryption, no password, this machine only. */
  smtpUrl: string;
  /** Answers everything under basePath. */
  fetch(request: Request): Promise<Response>;
  /** The newest 500 letters, oldest first; changing the list changes nothing. */
  letters(): MailboxLetter[];
  clear(): Promise<void>;
  /** Turns a fault on, or off with null. */
  setFault(fault: MailboxFault | null): void;
  close(): Promise<void>;
}

/** A stand-in for the mail server and everybody's inbox. */
export async function createMailboxStandIn(options: MailboxStandInOptions): Promise<MailboxStandIn> {
  const store = openLetterStore(options.file);
  const office = await openPostOffice(store, options.smtpPort);
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
