/** How much of something one client may do: `burst` at once, then `perMinute`. */
export interface Allowance {
  burst: number;
  perMinute: number;
}

interface Bucket {
  left: number;
  /** When `left` was true, in milliseconds. */
  at: number;
}

/** A token bucket for each client, refilled with time. In the memory of one process. */
export class TokenBuckets {
  readonly #allowance: Allowance;
  readonly #now: () => Date;
  readonly #maxClients: number;
  readonly #buckets = new Map<string, Bucket>();

  /** At most `maxClients` clients are remembered: the one whose last try is the oldest is forgotten. */
  constructor(allowance: Allowance, now: () => Date, maxClients = 50_000) {
    this.#allowance = allowance;
    this.#now = now;
    this.#maxClients = maxClients;
  }

  /** Consumes one token; returns the whole seconds until there is one again, 0 when there was one. */
  take(caller: string): number {
    const { burst, perMinute } = this.#allowance;
    const at = this.#now().getTime();
    const before = this.#buckets.get(caller) ?? { left: burst, at };
    const left = Math.min(burst, before.left + (Math.max(0, at - before.at) / 60_000) * perMinute);
    // Deleted first, so that the map stays in the order of the last try.
    this.#buckets.delete(caller);
    this.#buckets.set(caller, { left: left >= 1 ? left - 1 : left, at });
    if (this.#buckets.size > this.#maxClients) this.#buckets.delete(this.#buckets.keys().next().value!);
    return left >= 1 ? 0 : Math.ceil(((1 - left) * 60) / perMinute);
  }
}
