import type { Caller } from "#app/context.ts";
import { TokenBuckets, type Allowance } from "./token-buckets.ts";

/**
 * What one network may do, far beyond what a family or a reading room does, and far below what a program would. What is
 * not named counts as `post`; reading is not limited.
 */
const allowances = {
  /** Everything that is sent to the shop, whatever it is. */
  post: { burst: 120, perMinute: 90 },
  /** The pay button. */
  checkout: { burst: 20, perMinute: 10 },
  /** Promotion codes, right or wrong. */
  code: { burst: 12, perMinute: 4 },
  /** Setting out to Google; each time is a row. */
  "sign-in": { burst: 40, perMinute: 20 },
} satisfies Record<string, Allowance>;

/** Something that is limited. */
export type Limited = keyof typeof allowances;

/** Knows how much the callers of this process have tried; each process counts for itself. */
export function createCallers(
  now: () => Date,
): (network: string | null) => Caller & { takeTry: (what: Limited) => number } {
  const buckets = {
    post: new TokenBuckets(allowances.post, now),
    checkout: new TokenBuckets(allowances.checkout, now),
    code: new TokenBuckets(allowances.code, now),
    "sign-in": new TokenBuckets(allowances["sign-in"], now),
  };
  return (network) => ({ network, takeTry: (what) => (network === null ? 0 : buckets[what].take(network)) });
}
