/** Schedules the drawing of covers and other pictures: runs few drawings at once, and lets networks take turns. */

/** Limits of running drawings and of waiting requests. */
export interface DrawingLimits {
  atOnce: number;
  /** Maximum number of waiting requests of one network; no page has more covers. */
  inLine: number;
  /** Maximum number of waiting requests of all networks. */
  waiting: number;
  waitMs: number;
}

/**
 * A drawing uses a core for up to 100 ms, and also threads that file access and compression need. Two drawings at once
 * leave capacity for pages on any machine.
 */
const usualLimits: DrawingLimits = { atOnce: 2, inLine: 60, waiting: 240, waitMs: 8_000 };

interface Line {
  isRunning: boolean;
  waiting: Set<() => void>;
}

/**
 * Runs at most `atOnce` drawings, and at most one per network. Networks take turns, so a network with many requests
 * delays only itself. Spare drawings, which no request waits for, run when no other drawing is running or waiting.
 */
export class DrawingTurns {
  readonly #limits: DrawingLimits;
  /** The networks in the order of their turns; the first is the next. */
  readonly #lines = new Map<string, Line>();
  readonly #spare: (() => void)[] = [];
  #running = 0;
  #waiting = 0;
  #ownMachine = 0;

  constructor(limits: Partial<DrawingLimits> = {}) {
    this.#limits = { ...usualLimits, ...limits };
  }

  /**
   * Runs `work` when the turn of its network comes. Returns null if too many requests are waiting already, or after
   * `waitMs`.
   */
  async take<Done>(network: string | null, work: () => Promise<Done>): Promise<Done | null> {
    // Requests of the shop's own machine do not share a queue.
    const client = network ?? `own ${(this.#ownMachine += 1)}`;
    const line = this.#lines.get(client) ?? { isRunning: false, waiting: new Set() };
    if (line.waiting.size >= this.#limits.inLine || this.#waiting >= this.#limits.waiting) return null;
    this.#lines.set(client, line);
    if (!(await this.#wait(line))) {
      this.#forget(client, line);
      return null;
    }
    try {
      return await work();
    } finally {
      line.isRunning = false;
      this.#running -= 1;
      // Moves the network behind all others.
      this.#lines.delete(client);
      if (line.waiting.size > 0) this.#lines.set(client, line);
      this.#letIn();
    }
  }

  /** Runs a spare drawing when there is nothing else to draw. Only one spare drawing runs at a time. */
  async takeSpare(work: () => Promise<unknown>): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#spare.push(resolve);
      this.#letIn();
    });
    try {
      await work();
    } finally {
      this.#running -= 1;
      this.#letIn();
    }
  }

  /** Resolves to whether the turn came in time. */
  #wait(line: Line): Promise<boolean> {
    return new Promise((resolve) => {
      const end = (isTurn: boolean) => {
        clearTimeout(timer);
        if (!line.waiting.delete(begin)) return;
        this.#waiting -= 1;
        resolve(isTurn);
      };
      const begin = () => end(true);
      const timer = setTimeout(() => end(false), this.#limits.waitMs);
      line.waiting.add(begin);
      this.#waiting += 1;
      this.#letIn();
    });
  }

  #letIn(): void {
    for (const line of this.#lines.values()) {
      if (this.#running >= this.#limits.atOnce) return;
      const [next] = line.waiting;
      if (line.isRunning || !next) continue;
      line.isRunning = true;
      this.#running += 1;
      next();
    }
    if (this.#running > 0 || this.#waiting > 0) return;
    const spare = this.#spare.shift();
    if (!spare) return;
    this.#running += 1;
    spare();
  }

  #forget(client: string, line: Line): void {
    if (!line.isRunning && line.waiting.size === 0) this.#lines.delete(client);
  }
}
