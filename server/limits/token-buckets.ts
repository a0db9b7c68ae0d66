/** A client's rate limit: `burst` at once, then `perMinute`. */
export interface Allowance {
  burst: number;
  perMinute: number;
}

interface Bucket {
  /** When it was last updated, and how many milliseconds after that it is full. */
  at: number;
  fullInMs: number;
  /** Tokens that have not been shared with other processes. */
  untold: number;
}

/** A client's usage that has not been shared with other processes. */
export interface Used {
  tokens: number;
  /** How long these tokens take to come back. */
  refillMs: number;
}

/** Usage is shared from this part of the burst on: an eighth. */
const parts = 8;
/** Tolerance in tokens, because refills are fractions of milliseconds. */
const tiny = 1e-6;

/**
 * A token bucket for each client, refilled with time, in the memory of one process. `onShareDue` is called when a
 * client's usage should be shared with other processes; `learn` takes in the usage of all.
 */
export class TokenBuckets {
  readonly #burst: number;
  readonly #tokenMs: number;
  readonly #now: () => Date;
  readonly #maxClients: number;
  readonly #buckets = new Map<string, Bucket>();
  onShareDue: (client: string) => void = () => {};

  /** Remembers at most `maxClients` clients, and forgets the one whose last try is the oldest. */
  constructor({ burst, perMinute }: Allowance, now: () => Date, maxClients = 50_000) {
    this.#burst = burst;
    this.#tokenMs = 60_000 / perMinute;
    this.#now = now;
    this.#maxClients = maxClients;
  }

  /** Takes one token. Returns 0, or the whole seconds until the next token if there is none. */
  take(client: string): number {
    const bucket = this.#buckets.get(client) ?? { at: 0, fullInMs: 0, untold: 0 };
    // Deleted first, so that the map stays in the order of the last try.
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

  /** Takes in the shared sum, which includes `tokens` of this process: the bucket is full again after `fullInMs`. */
  learn(client: string, tokens: number, fullInMs: number): void {
    const bucket = this.#buckets.get(client);
    if (!bucket) return;
    this.#bringUp(bucket);
    bucket.untold -= tokens;
    // However much other processes used, no client waits longer than for two full buckets.
    bucket.fullInMs = Math.min(fullInMs + bucket.untold * this.#tokenMs, 2 * this.#burst * this.#tokenMs);
  }

  #dropOldest(): void {
    const [oldest] = this.#buckets.keys();
    if (oldest !== undefined) this.#buckets.delete(oldest);
  }

  /** Refills a bucket up to now; a clock that was set back neither gives nor takes tokens. */
  #bringUp(bucket: Bucket): void {
    const at = this.#now().getTime();
    bucket.fullInMs = Math.max(0, bucket.fullInMs - Math.max(0, at - bucket.at));
    bucket.at = at;
  }
}
