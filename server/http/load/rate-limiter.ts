import type { RateLimiter, RateLimitName } from "#app/http/context.ts";
import { widerNetworkOf } from "#server/network/client-network.ts";
import type { SharedLimits } from "#server/limits/shared-limits.ts";
import { TokenBuckets, type Allowance } from "#server/limits/token-buckets.ts";

/**
 * What one network may do, far beyond what a family or a reading room does, and far below what a program would. A form may
 * use two of them: `post`, and what it does. Pages that are in the page cache, and what never changes, are not limited.
 */
const allowances = {
  /** Every form and every one-click unsubscribing; not what payment providers send, which proves itself by its signature. */
  post: { burst: 120, perMinute: 90 },
  /** The pay button. */
  checkout: { burst: 20, perMinute: 10 },
  /** Promotion codes, right or wrong. */
  code: { burst: 12, perMinute: 4 },
  /** Searches that are counted for the bookseller; what comes in excess is answered and not counted. */
  "counted-search": { burst: 40, perMinute: 2 },
  /**
   * Forms that make the shop write to an address that anybody may have typed: contact, asking for a book, newsletter, "tell
   * me", a new e-mail.
   */
  emailForm: { burst: 10, perMinute: 3 },
  /** Covers, portraits and pictures of links that nobody has drawn yet, and names of pictures that there are none of. */
  draw: { burst: 200, perMinute: 60 },
  /** Covers that are pictures and not in memory: each is read from its store, which may be on another machine. */
  picture: { burst: 1_200, perMinute: 1_200 },
  /** What should be a payment provider's and has no valid signature. A payment that failed on its own page has none either. */
  forged: { burst: 20, perMinute: 6 },
  /** Setting out to Google; each time is a row. */
  "sign-in": { burst: 40, perMinute: 20 },
  /** Pages that are rendered for the request. */
  read: { burst: 600, perMinute: 600 },
  /** What is suggested to readers while they type, a few times a second; pages are not held up by it. */
  suggest: { burst: 600, perMinute: 1_200 },
  /** Searches and what is chosen on shelves: each is looked up anew, and there is no end to them. They count as read too. */
  search: { burst: 60, perMinute: 120 },
  /** Open payment windows that ask how their order stands, each 5 to 15 times a minute. */
  status: { burst: 1_200, perMinute: 1_200 },
  /** What other programs ask of the API. */
  api: { burst: 600, perMinute: 600 },
  /** Requests of the API with a token that is none. */
  "api-token": { burst: 20, perMinute: 6 },
} satisfies Record<RateLimitName, Allowance>;

/** A provider may give one customer 65,536 IPv6 networks: all of a /48 together may do so many times more than one. */
const widerNetworkFactor = 8;

/** What limits are made of; without `shared` each process counts for itself. */
export interface LimitOptions {
  now: () => Date;
  /** Those of the desk are not those of the shop. */
  of?: "shop" | "desk";
  shared?: SharedLimits | undefined;
  /** Told of each request that may not go ahead. */
  onRefusal?: (what: RateLimitName) => void;
}

/** Makes the rate limiters of this process. */
export function createRateLimiters(options: LimitOptions): (network: string | null) => RateLimiter {
  const buckets = createBuckets(1, options);
  const widerBuckets = createBuckets(widerNetworkFactor, options);
  return (network) => {
    if (network === null) return { network, consume: () => 0 };
    const wider = widerNetworkOf(network);
    return {
      network: wider ?? network,
      consume(what) {
        const own = buckets(what).take(network);
        const seconds = own > 0 || wider === null ? own : widerBuckets(what).take(wider);
        if (seconds > 0) options.onRefusal?.(what);
        return seconds;
      },
    };
  };
}

function createBuckets(factor: number, { now, of = "shop", shared }: LimitOptions) {
  const made: Partial<Record<RateLimitName, TokenBuckets>> = {};
  const make = (what: RateLimitName) => {
    const { burst, perMinute } = allowances[what];
    const buckets = new TokenBuckets({ burst: burst * factor, perMinute: perMinute * factor }, now);
    shared?.share(`${of} ${what}`, buckets);
    return buckets;
  };
  return (what: RateLimitName) => (made[what] ??= make(what));
}
