/** How many drawings there are at once, and how many requests may wait for theirs. */
export interface DrawingLimits {
  atOnce: number;
  /** Requests of one network that wait: a page has no more covers than that. */
  inLine: number;
  /** Requests of all networks that wait. */
  waiting: number;
  waitMs: number;
}

/**
 * A drawing takes a core for up to a tenth of a second, and threads that files and compression use too: two at once leave
 * room for pages on any machine.
 */
const usualLimits: DrawingLimits = { atOnce: 2, inLine: 60, waiting: 240, waitMs: 8_000 };

interface Line {
  isRunning: boolean;
  waiting: Set<() => void>;
}

/**
 * Lets few drawings run at once, and of each network one. Networks take turns, so that one that asks for many holds up only
 * itself. Work that nobody waits for is done when nobody else has any.
 */
export class DrawingTurns {
  readonly #limits: DrawingLimits;
  /** The network whose turn is next is the first. */
  readonly #lines = new Map<string, Line>();
  readonly #spare: (() => void)[] = [];
  #running = 0;
  #waiting = 0;
  #ownMachine = 0;

  constructor(limits: Partial<DrawingLimits> = {}) {
    this.#limits = { ...usualLimits, ...limits };
  }

  /** Does the work when it is its turn; null when too many wait already, or the turn did not come in time. */
  async take<Done>(network: string | null, work: () => Promise<Done>): Promise<Done | null> {
    // The shop's own machine is no network: each of its requests has a line of its own.
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
      // Behind the others, whose turn is before its next one.
      this.#lines.delete(client);
      if (line.waiting.size > 0) this.#lines.set(client, line);
      this.#letIn();
    }
  }

  /** Does work that nobody waits for as soon as nobody else has any, one after the other. */
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

  /** Whether its turn came. */
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
