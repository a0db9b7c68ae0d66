/** A server in a process of its own. */
export interface ServerProcess {
  /** Resolves when the server accepts requests; rejects if the process ends before that. */
  opened: Promise<void>;
  /** The exit code of the process, or the signal that ended it. */
  ended: Promise<number | NodeJS.Signals>;
  stop: (signal: NodeJS.Signals) => Promise<unknown>;
  output: () => string;
}

/** A slot for one process of a server, which can be killed and started again. */
export interface ServerSlot {
  url: string;
  isOpen: boolean;
  /** Whether the process ended unexpectedly. */
  hasCrashed: boolean;
  /** Kills the process with SIGKILL, like a power failure. */
  kill: () => Promise<void>;
  open: () => Promise<void>;
  stop: (signal: NodeJS.Signals) => Promise<void>;
  /** The output so far of all processes of the slot. */
  output: () => string;
}

const maxOpenings = 5;

/** Creates a slot without starting its server; `onCrash` receives a description of each unexpected end. */
export function createServerSlot(
  url: string,
  start: () => ServerProcess,
  onCrash: (description: string) => void,
): ServerSlot {
  const before: string[] = [];
  let server: ServerProcess | null = null;

  async function end(signal: NodeJS.Signals) {
    const ending = server;
    slot.isOpen = false;
    server = null;
    if (!ending) return;
    await ending.stop(signal);
    before.push(ending.output());
  }

  function crash(crashed: ServerProcess, how: number | NodeJS.Signals | "no success") {
    if (server !== crashed) return; // a requested end
    onCrash(`ended with ${how}: ${crashed.output().trim().slice(-600)}`);
    before.push(crashed.output());
    server = null;
    slot.isOpen = false;
    slot.hasCrashed = true;
  }

  const slot: ServerSlot = {
    url,
    isOpen: false,
    hasCrashed: false,
    kill: () => end("SIGKILL"),
    stop: end,
    output: () => [...before, server?.output() ?? ""].join("\n"),
    async open() {
      slot.hasCrashed = false;
      // A fault may make the database unavailable while the process starts. Then the process exits, and is started
      // again.
      for (let tries = 1; !slot.isOpen; tries += 1) {
        const opening = start();
        server = opening;
        try {
          await opening.opened;
          slot.isOpen = true;
          void opening.ended.then((how) => crash(opening, how));
        } catch (error) {
          before.push(opening.output());
          if (server !== opening) throw error;
          if (tries === maxOpenings) return crash(opening, "no success");
        }
      }
    },
  };
  return slot;
}
