/** How much of something one client may do: `burst` at once, then `perMinute`. */
export interface Allowance {
  burst: number;
  perMinute: number;
}

interface Bucket {
  /** When it was last looked at, and in how many milliseconds from then all of it may be used again. */
  at: number;
  fullInMs: number;
  /** Tokens that nobody else has been told of. */
  untold: number;
}

/** What one client used and nobody else has been told of. */
export interface Used {
  tokens: number;
  /** How long it takes until so many are there again. */
  refillMs: number;
}

/** A client may be told of in eighths of what it may do at once. */
const parts = 8;
/** Refills are fractions of milliseconds: what is a millionth of a token short is a token. */
const tiny = 1e-6;

/**
 * A token bucket for each client, refilled with time. In the memory of one process; what other processes know is learnt by
 * `learn`, and `onMuchUsed` is called when so much was used here that they should know.
 */
export class TokenBuckets {
  readonly #burst: number;
  readonly #tokenMs: number;
  readonly #now: () => Date;
  readonly #maxClients: number;
  readonly #buckets = new Map<string, Bucket>();
  onMuchUsed: (client: string) => void = () => {};

  /** At most `maxClients` clients are remembered: the one whose last try is the oldest is forgotten. */
  constructor({ burst, perMinute }: Allowance, now: () => Date, maxClients = 50_000) {
    this.#burst = burst;
    this.#tokenMs = 60_000 / perMinute;
    this.#now = now;
    this.#maxClients = maxClients;
  }

  /** Consumes one token; returns the whole seconds until there is one again, 0 when there was one. */
  take(client: string): number {
    const bucket = this.#buckets.get(client) ?? { at: 0, fullInMs: 0, untold: 0 };
    // Deleted first, so that the map stays in the order of the last try.
    this.#buckets.delete(client);
    this.#buckets.set(client, bucket);
    if (this.#buckets.size > this.#maxClients) this.#buckets.delete(this.#buckets.keys().next().value!);
    this.#bringUp(bucket);
    const left = this.#burst - bucket.fullInMs / this.#tokenMs;
    if (left < 1 - tiny) return Math.ceil(((1 - left) * this.#tokenMs) / 1000 - tiny);
    bucket.fullInMs += this.#tokenMs;
    bucket.untold += 1;
    if (bucket.untold >= this.#burst / parts) this.onMuchUsed(client);
    return 0;
  }

  /** What others should know of a client; null when they know everything. */
  used(client: string): Used | null {
    const tokens = this.#buckets.get(client)?.untold ?? 0;
    return tokens > 0 ? { tokens, refillMs: tokens * this.#tokenMs } : null;
  }

  /** Others know of so many tokens now, and all processes together have used so much that it is full again after `fullInMs`. */
  learn(client: string, tokens: number, fullInMs: number): void {
    const bucket = this.#buckets.get(client);
    if (!bucket) return;
    this.#bringUp(bucket);
    bucket.untold -= tokens;
    // However much was used elsewhere, nobody waits longer than for two full buckets.
    bucket.fullInMs = Math.min(fullInMs + bucket.untold * this.#tokenMs, 2 * this.#burst * this.#tokenMs);
  }

  /** Brings a bucket up to now; a clock that was set back gives nothing and takes nothing. */
  #bringUp(bucket: Bucket): void {
    const at = this.#now().getTime();
    bucket.fullInMs = Math.max(0, bucket.fullInMs - Math.max(0, at - bucket.at));
    bucket.at = at;
  }
}
