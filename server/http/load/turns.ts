interface Line {
  running: number;
  waiting: (() => void)[];
}

/** Lets each client have a few things done at once. What it asks for beyond them waits in its own line, in nobody else's way. */
export class Turns {
  readonly #maxAtOnce: number;
  readonly #lines = new Map<string, Line>();

  constructor(maxAtOnce: number) {
    this.#maxAtOnce = maxAtOnce;
  }

  /** Does the work when it is its turn, first come, first served; for null, the shop's own machine, at once. */
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
