interface Line {
  running: number;
  waiting: (() => void)[];
}

/**
 * Limits the tasks that each client runs at once. Further tasks wait in a queue per client, so they do not delay other
 * clients.
 */
export class ClientQueues {
  readonly #maxAtOnce: number;
  readonly #lines = new Map<string, Line>();

  constructor(maxAtOnce: number) {
    this.#maxAtOnce = maxAtOnce;
  }

  /**
   * Runs `work` when it is the first in the client's queue. Runs it at once if `client` is null, the shop's own
   * machine.
   */
  async take<Done>(client: string | null, work: () => Promise<Done>): Promise<Done> {
    if (client === null) return work();
    const line = this.#lines.get(client) ?? { running: 0, waiting: [] };
    this.#lines.set(client, line);
    if (line.running < this.#maxAtOnce) line.running += 1;
    else await new Promise<void>((resolve) => line.waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = line.waiting.shift();
      if (next) next();
      else line.running -= 1;
      if (line.running === 0) this.#lines.delete(client);
    }
  }
}
