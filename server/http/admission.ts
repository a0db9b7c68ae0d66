/** A way into the shop. Each has room of its own, so that a crowd in one is in nobody's way in another. */
export type Lane = "pages" | "checkout" | "reports";

/** How many requests of a lane are worked on at once, how many may wait for their turn, and for how many milliseconds. */
export interface LaneLimits {
  atOnce: number;
  waiting: number;
  waitMs: number;
}

/**
 * Pages are mostly processor time, and one after the other is as quick as all at once: few at once keep the event loop
 * free for the other lanes. Checkouts mostly wait for Razorpay. Razorpay itself waits five seconds for an answer.
 */
export const laneLimits: Record<Lane, LaneLimits> = {
  pages: { atOnce: 8, waiting: 64, waitMs: 5_000 },
  checkout: { atOnce: 40, waiting: 200, waitMs: 10_000 },
  reports: { atOnce: 8, waiting: 200, waitMs: 4_000 },
};

/** From this lag of the event loop on nobody waits for a page any more. */
export const maxLagMs = 100;

/** Buyers on their way to pay, and to see that they did. */
const checkoutPaths = /^\/(?:cart|checkout|payments|orders|login|register|auth|api\/auth)(?=[./]|$)/;

/** The lane of a path. */
export function laneOf(path: string): Lane {
  if (path.startsWith("/webhooks/")) return "reports";
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
    if (this.#running[lane] < this.#limits[lane].atOnce) this.#running[lane] += 1;
    else if (!(await this.#wait(lane))) return null;
    try {
      return await work();
    } finally {
      const [next] = this.#waiting[lane];
      if (next) next.begin();
      else this.#running[lane] -= 1;
    }
  }

  /** Whether its turn came; it has the place of whoever gave it. */
  #wait(lane: Lane): Promise<boolean> {
    const line = this.#waiting[lane];
    const { waiting, waitMs } = this.#limits[lane];
    if (line.size >= waiting || (lane === "pages" && this.#lagMs() >= maxLagMs)) return Promise.resolve(false);
    return new Promise((resolve) => {
      const end = (isTurn: boolean) => {
        clearTimeout(waiter.timer);
        line.delete(waiter);
        resolve(isTurn);
      };
      const waiter: Waiter = { begin: () => end(true), timer: setTimeout(() => end(false), waitMs) };
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
