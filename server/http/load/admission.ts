/** A way into the shop. Each has room of its own, so that a crowd in one is in nobody's way in another. */
export type Lane = "pages" | "checkout" | "reports";

/** How many requests of a lane are worked on at once, and how many may wait for their turn. */
interface Room {
  atOnce: number;
  waiting: number;
}

/** The room of a lane, what is left of it while the event loop is late, and for how many milliseconds a turn is waited for. */
export interface LaneLimits extends Room {
  whenLate: Room;
  waitMs: number;
}

/**
 * Each round of the event loop does a step of everything that is being worked on, and a purchase takes dozens of rounds:
 * the fewer pages at once, the quicker is a buyer. Checkouts mostly wait for the payment provider, so there are twice
 * as many as they have connections. A provider waits five seconds for an answer.
 */
export const laneLimits: Record<Lane, LaneLimits> = {
  pages: { atOnce: 6, waiting: 128, whenLate: { atOnce: 3, waiting: 64 }, waitMs: 8_000 },
  checkout: { atOnce: 16, waiting: 224, whenLate: { atOnce: 16, waiting: 224 }, waitMs: 10_000 },
  reports: { atOnce: 8, waiting: 200, whenLate: { atOnce: 8, waiting: 200 }, waitMs: 4_000 },
};

/** Connections to the database of the checkout's own: pages never hold those that buyers need. */
export const checkoutConnections = 8;

/** From this lag of the event loop on it is late. */
export const lateMs = 50;

/** Where payment providers report. */
const reportPaths = /^\/webhooks\//;
/** Buyers on their way to pay, and to see that they did. */
const checkoutPaths = /^\/(?:cart|checkout|payments|orders|login|register|auth|api\/auth)(?=[./]|$)/;

/** The lane of a path. */
export function laneOf(path: string): Lane {
  if (reportPaths.test(path)) return "reports";
  return checkoutPaths.test(path) ? "checkout" : "pages";
}

interface Waiter {
  begin: () => void;
  timer: NodeJS.Timeout;
}

/** Decides whether a request is worked on now, soon, or not at all: the queue is here, and never at the database's pool. */
export class Admission {
  readonly #limits: Record<Lane, LaneLimits>;
  readonly #lagMs: () => number;
  readonly #running: Record<Lane, number> = { pages: 0, checkout: 0, reports: 0 };
  readonly #waiting: Record<Lane, Set<Waiter>> = { pages: new Set(), checkout: new Set(), reports: new Set() };

  /** `lagMs` tells how late the event loop is. */
  constructor(lagMs: () => number, limits = laneLimits) {
    this.#lagMs = lagMs;
    this.#limits = limits;
  }

  /** Does the work when there is room for it, first come, first served; null, at once or after a while, when there is none. */
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

  /** Whoever waits is let in by those who leave, so somebody is always at work while others wait. */
  #letIn(lane: Lane) {
    const { atOnce } = this.#room(lane);
    for (const next of this.#waiting[lane]) {
      if (this.#running[lane] >= atOnce) return;
      this.#running[lane] += 1;
      next.begin();
    }
  }

  /** Whether its turn came. */
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
 * How late the event loop is just now, in milliseconds. Not `monitorEventLoopDelay`: that tells what was, and nothing of a
 * turn that still goes on.
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
