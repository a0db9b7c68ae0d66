import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

import { pidOf } from "./pid-of.ts";

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
    pid: pidOf(child),
    async close() {
      child.disconnect();
      await once(child, "exit");
    },
  };
}
