import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

/** The mailbox stand-in, running in another process. */
export interface OutsideMailbox {
  smtpUrl: string;
  pid: number;
  close: () => Promise<void>;
}

/** Opens the mailbox on a free port of the loopback. */
export async function openOutsideMailbox(): Promise<OutsideMailbox> {
  const child = fork(join(import.meta.dirname, "mailbox-process.ts"));
  const [smtpUrl] = await once(child, "message");
  return {
    smtpUrl,
    pid: child.pid!,
    async close() {
      child.disconnect();
      await once(child, "exit");
    },
  };
}
