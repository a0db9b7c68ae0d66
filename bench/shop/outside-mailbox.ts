import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

export interface OutsideMailbox {
  smtpUrl: string;
  pid: number;
  close: () => Promise<void>;
}

/** Starts the mailbox stand-in in another process, on a free port of the loopback interface. */
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
