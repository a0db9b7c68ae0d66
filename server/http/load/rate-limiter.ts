import type { RateLimiter, RateLimitName } from "#app/http/context.ts";
import { widerNetworkOf } from "#server/network/client-network.ts";
import type { SharedLimits } from "#server/limits/shared-limits.ts";
import { TokenBuckets, type Allowance } from "#server/limits/token-buckets.ts";

/**
 * The rate limits of one network, far above what a family or a reading room needs, and far below what a program could
 * send. A form may count under two limits: as `post`, and as its own kind. Cached pages and immutable files are not
 * limited.
 */
const allowances = {
  /** Every form and one-click unsubscribe; not webhooks, which have a signature. */
  post: { burst: 120, perMinute: 90 },
  /** Clicks on the pay button. */
  checkout: { burst: 20, perMinute: 10 },
  /** Promotion codes, right or wrong. */
  code: { burst: 12, perMinute: 4 },
  /** Searches that are counted in the bookseller's report. Searches over the limit are answered, but not counted. */
  "counted-search": { burst: 40, perMinute: 2 },
  /**
   * Forms that send an e-mail to an address that anyone may have typed: contact, request for a book, newsletter, "tell
   * me", a new e-mail address.
   */
  emailForm: { burst: 10, perMinute: 3 },
  /** Covers, portraits and link pictures that must be drawn first, and unknown names of pictures. */
  draw: { burst: 200, perMinute: 60 },
  /** Uploaded covers that are not in memory. Each is read from the picture store, which may be on another machine. */
  picture: { burst: 1_200, perMinute: 1_200 },
  /** Sheets and pictures of bookplates, which are drawn for one reader. */
  plate: { burst: 20, perMinute: 6 },
  /**
   * Reports to payment endpoints without a valid signature. These include reports of failed payments from the
   * provider's own page, which are not signed.
   */
  forged: { burst: 20, perMinute: 6 },
  /** Sign-ins begun at Google. Each inserts a row. */
  "sign-in": { burst: 40, perMinute: 20 },
  /** Pages that are rendered for a request, not taken from the cache. */
  read: { burst: 600, perMinute: 600 },
  /** Suggestions while typing, a few per second. They do not count as pages. */
  suggest: { burst: 600, perMinute: 1_200 },
  /** Searches and filtered shelves, which cannot be cached. They count as `read` too. */
  search: { burst: 60, perMinute: 120 },
  /** Open payment windows that poll their order's state, each 5 to 15 times a minute. */
  status: { burst: 1_200, perMinute: 1_200 },
  api: { burst: 600, perMinute: 600 },
  /** API requests with an invalid token. */
  "api-token": { burst: 20, perMinute: 6 },
} satisfies Record<RateLimitName, Allowance>;

/**
 * An internet provider may give one customer a /48, which is 65,536 IPv6 networks. The limits of a whole /48 are this
 * multiple of the limits of one network.
 */
const widerNetworkFactor = 8;

/** Options of the rate limiters; without `shared` each process counts for itself. */
export interface LimitOptions {
  now: () => Date;
  /** Whose requests are counted: the shop and the desk have separate counts. */
  of?: "shop" | "desk";
  shared?: SharedLimits | undefined;
  /** Called for each rejected request. */
  onRefusal?: (what: RateLimitName) => void;
}

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
