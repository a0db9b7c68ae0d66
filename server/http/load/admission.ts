/**
 * Load shedding: limits the requests in progress per lane, queues some and rejects the rest, so that responses stay
 * quick.
 */

/** Lanes have separate limits, so that a crowd in one does not slow down another. */
export type Lane = "pages" | "checkout" | "reports";

/** How many requests may be in progress at once, and how many may wait. */
interface Room {
  atOnce: number;
  waiting: number;
}

/**
 * The limits of a lane. `whenLate` replaces them while the event loop is late. A request waits at most `waitMs`
 * milliseconds.
 */
export interface LaneLimits extends Room {
  whenLate: Room;
  waitMs: number;
}

/**
 * Each round of the event loop advances every request in progress, and a purchase takes dozens of rounds. So purchases
 * are faster if fewer pages run at once. Checkouts mostly wait for the payment provider, so twice as many may run as
 * they have database connections. A provider waits five seconds for the response to a webhook.
 */
export const laneLimits: Record<Lane, LaneLimits> = {
  pages: { atOnce: 6, waiting: 128, whenLate: { atOnce: 3, waiting: 64 }, waitMs: 8_000 },
  checkout: { atOnce: 16, waiting: 224, whenLate: { atOnce: 16, waiting: 224 }, waitMs: 10_000 },
  reports: { atOnce: 8, waiting: 200, whenLate: { atOnce: 8, waiting: 200 }, waitMs: 4_000 },
};

/** Database connections reserved for the checkout, so that pages cannot use them up. */
export const checkoutConnections = 8;
/** Database connections for reads that are the same for all readers: one for each page that may run at once. */
export const readConnections = laneLimits.pages.atOnce;

/** The event loop counts as late from this lag on, in milliseconds. */
export const lateMs = 50;

const reportPaths = /^\/webhooks\//;
/** The pages from the cart to the paid order, and the sign-in. */
const checkoutPaths = /^\/(?:cart|checkout|payments|orders|login|register|auth|api\/auth)(?=[./]|$)/;

export function laneOf(path: string): Lane {
  if (reportPaths.test(path)) return "reports";
  return checkoutPaths.test(path) ? "checkout" : "pages";
}

interface Waiter {
  begin: () => void;
  timer: NodeJS.Timeout;
}

/**
 * Admits a request now, queues it, or rejects it. Requests wait here instead of waiting for a connection of the
 * database pool.
 */
export class Admission {
  readonly #limits: Record<Lane, LaneLimits>;
  readonly #lagMs: () => number;
  readonly #running: Record<Lane, number> = { pages: 0, checkout: 0, reports: 0 };
  readonly #waiting: Record<Lane, Set<Waiter>> = { pages: new Set(), checkout: new Set(), reports: new Set() };

  /** `lagMs` returns the lag of the event loop in milliseconds. */
  constructor(lagMs: () => number, limits = laneLimits) {
    this.#lagMs = lagMs;
    this.#limits = limits;
  }

  /**
   * Runs `work` when the lane has a free slot, in the order of arrival. Resolves to null if the queue is full or the
   * request has waited too long.
   */
  async take<Done>(lane: Lane, work: () => Promise<Done>): Promise<Done | null> {
    const { atOnce, waiting } = this.#room(lane);
    if (this.#waiting[lane].size === 0 && this.#running[lane] < atOnce) this.#running[lane] += 1;
    else if (this.#waiting[lane].size >= waiting || !(await this.#wait(lane))) return null;
    try {
      return await work();
    } finally {
      this.#running[lane] -= 1;
      this.#letIn(lane);
    }
  }

  #room(lane: Lane): Room {
    const limits = this.#limits[lane];
    return this.#lagMs() < lateMs ? limits : limits.whenLate;
  }

  /** Admits waiting requests. Every finished request calls this, so the queue never stalls. */
  #letIn(lane: Lane) {
    const { atOnce } = this.#room(lane);
    for (const next of this.#waiting[lane]) {
      if (this.#running[lane] >= atOnce) return;
      this.#running[lane] += 1;
      next.begin();
    }
  }

  /** Resolves to true when admitted, to false after the maximum wait. */
  #wait(lane: Lane): Promise<boolean> {
    const line = this.#waiting[lane];
    return new Promise((resolve) => {
      const end = (isTurn: boolean) => {
        clearTimeout(waiter.timer);
        line.delete(waiter);
        resolve(isTurn);
      };
      const timer = setTimeout(() => end(false), this.#limits[lane].waitMs);
      const waiter: Waiter = { begin: () => end(true), timer };
      line.add(waiter);
    });
  }
}

const lookEveryMs = 25;

/**
 * Measures the current lag of the event loop in milliseconds. `monitorEventLoopDelay` reports only past rounds, not the
 * one that is still running.
 */
export function watchEventLoop(): { lagMs: () => number; close: () => void } {
  let lateMs = 0;
  let dueAt = performance.now() + lookEveryMs;
  const timer = setInterval(() => {
    lateMs = performance.now() - dueAt;
    dueAt = performance.now() + lookEveryMs;
  }, lookEveryMs).unref();
  return {
    lagMs: () => Math.max(0, lateMs, performance.now() - dueAt),
    close: () => clearInterval(timer),
  };
}
