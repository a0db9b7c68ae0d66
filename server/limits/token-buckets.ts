/** The rate limit of a client: `burst` requests at once, and then `perMinute`. */
export interface Allowance {
  burst: number;
  perMinute: number;
}

interface Bucket {
  /** The time of the last update, and the milliseconds from then until the bucket is full. */
  at: number;
  fullInMs: number;
  /** Tokens that have not been shared with other processes. */
  untold: number;
}

/** A client's usage that has not been shared with other processes. */
export interface Used {
  tokens: number;
  /** How many milliseconds it takes to refill these tokens. */
  refillMs: number;
}

/** Usage is shared when it reaches this fraction of the burst: one eighth. */
const parts = 8;
/** Tolerance in tokens, because refill times are fractions of milliseconds. */
const tiny = 1e-6;

/**
 * A token bucket for each client in the memory of one process; buckets are refilled with time. `onShareDue` is called
 * when the usage of a client should be shared with other processes. `learn` adds the usage of all processes.
 */
export class TokenBuckets {
  readonly #burst: number;
  readonly #tokenMs: number;
  readonly #now: () => Date;
  readonly #maxClients: number;
  readonly #buckets = new Map<string, Bucket>();
  onShareDue: (client: string) => void = () => {};

  /** Remembers at most `maxClients` clients, and forgets the client whose last request is the oldest. */
  constructor({ burst, perMinute }: Allowance, now: () => Date, maxClients = 50_000) {
    this.#burst = burst;
    this.#tokenMs = 60_000 / perMinute;
    this.#now = now;
    this.#maxClients = maxClients;
  }

  /** Takes one token and returns 0. If there is none, returns the seconds until the next token, rounded up. */
  take(client: string): number {
    const bucket = this.#buckets.get(client) ?? { at: 0, fullInMs: 0, untold: 0 };
    // Delete the entry first, so that the map stays in the order of last use.
    this.#buckets.delete(client);
    this.#buckets.set(client, bucket);
    if (this.#buckets.size > this.#maxClients) this.#dropOldest();
    this.#bringUp(bucket);
    const left = this.#burst - bucket.fullInMs / this.#tokenMs;
    if (left < 1 - tiny) return Math.ceil(((1 - left) * this.#tokenMs) / 1000 - tiny);
    bucket.fullInMs += this.#tokenMs;
    bucket.untold += 1;
    if (bucket.untold >= this.#burst / parts) this.onShareDue(client);
    return 0;
  }

  /** A client's usage that has not been shared; null when there is none. */
  used(client: string): Used | null {
    const tokens = this.#buckets.get(client)?.untold ?? 0;
    return tokens > 0 ? { tokens, refillMs: tokens * this.#tokenMs } : null;
  }

  /**
   * Updates a bucket with the sum of all processes, which includes `tokens` of this one. The bucket is full again after
   * `fullInMs`.
   */
  learn(client: string, tokens: number, fullInMs: number): void {
    const bucket = this.#buckets.get(client);
    if (!bucket) return;
    this.#bringUp(bucket);
    bucket.untold -= tokens;
    // A client never waits longer than two full buckets take to refill, whatever other processes report.
    bucket.fullInMs = Math.min(fullInMs + bucket.untold * this.#tokenMs, 2 * this.#burst * this.#tokenMs);
  }

  #dropOldest(): void {
    const [oldest] = this.#buckets.keys();
    if (oldest !== undefined) this.#buckets.delete(oldest);
  }

  /** Refills a bucket up to now. If the clock was set back, the bucket is not changed. */
  #bringUp(bucket: Bucket): void {
    const at = this.#now().getTime();
    bucket.fullInMs = Math.max(0, bucket.fullInMs - Math.max(0, at - bucket.at));
    bucket.at = at;
  }
}
