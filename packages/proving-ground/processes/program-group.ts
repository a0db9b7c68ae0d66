import { chown, copyFile, mkdir, mkdtemp, readdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { createSlot, waitUntil, type Account, type Program, type Slot } from "./slot.ts";

/** Programs that log to one folder and stop in the reverse order of their start. */
export interface ProgramGroup {
  folder: string;
  /** Creates a folder inside `folder` for one program; only the operating-system user that runs it may enter it. */
  makeFolder: (name: string) => Promise<string>;
  start: (name: string, command: string, args: string[], rest?: Partial<Program>) => Slot;
  /** Waits for a condition. If it fails, the error includes the last log lines of the program. */
  waitUntilUp: (slot: Slot, what: string, seconds: number, holds: () => Promise<boolean>) => Promise<void>;
  /** Adds a step that `close` runs. */
  onClose: (step: () => Promise<unknown>) => void;
  /** Copies the logs of all programs to a new folder in the system's temporary folder, and returns its path. */
  keepLogs: () => Promise<string>;
  /** Stops all programs and runs the `onClose` steps, in the reverse order in which they were started or added. */
  close: () => Promise<void>;
}

interface GroupOptions {
  folder: string;
  /** The operating-system user that runs the programs; null for the user of this process. */
  account: Account | null;
  /** Ends all waits when it aborts. */
  signal: AbortSignal;
}

export function createProgramGroup({ folder, account, signal }: GroupOptions): ProgramGroup {
  const closers: (() => Promise<unknown>)[] = [];
  return {
    folder,
    async makeFolder(name) {
      const made = join(folder, name);
      await mkdir(made, { mode: 0o700 });
      if (account) await chown(made, account.uid, account.gid);
      return made;
    },
    start(name, command, args, rest = {}) {
      const logFile = join(folder, `${name}.log`);
      const slot = createSlot({ name, command, args, cwd: folder, logFile, account, ...rest });
      slot.start();
      closers.push(() => slot.stop());
      return slot;
    },
    async waitUntilUp(slot, what, seconds, holds) {
      await waitUntil(what, seconds, holds, signal).catch((error: Error) => {
        signal.throwIfAborted();
        throw new Error(`${error.message} The end of the log of ${slot.name}:\n${slot.logTail()}`);
      });
    },
    onClose: (step) => void closers.push(step),
    async keepLogs() {
      const kept = await mkdtemp(join(tmpdir(), "proving-ground-logs-"));
      for (const name of await readdir(folder))
        if (name.endsWith(".log")) await copyFile(join(folder, name), join(kept, name));
      return kept;
    },
    async close() {
      for (const closer of closers.splice(0).reverse()) await closer();
    },
  };
}
