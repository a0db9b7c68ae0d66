import type { Caller } from "#app/context.ts";
import { widerNetwork } from "./caller-network.ts";
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
  /** Whatever writes a letter to an address that anybody may have typed. */
  letter: { burst: 10, perMinute: 3 },
  /** Setting out to Google; each time is a row. */
  "sign-in": { burst: 40, perMinute: 20 },
} satisfies Record<string, Allowance>;

/** Something that is limited. */
export type Limited = keyof typeof allowances;

/** One customer's IPv6 networks together may do so many times what one of them may. */
const widerTimes = 4;

/** Knows how much the callers of this process have tried; each process counts for itself. */
export function createCallers(
  now: () => Date,
): (network: string | null) => Caller & { takeTry: (what: Limited) => number } {
  const buckets = new Map(
    Object.entries(allowances).map(([what, { burst, perMinute }]) => [
      what,
      {
        narrow: new TokenBuckets({ burst, perMinute }, now),
        wide: new TokenBuckets({ burst: burst * widerTimes, perMinute: perMinute * widerTimes }, now),
      },
    ]),
  );
  return (network) => {
    if (network === null) return { network, takeTry: () => 0 };
    const wider = widerNetwork(network);
    return {
      network: wider,
      takeTry: (what) => {
        const { narrow, wide } = buckets.get(what)!;
        return narrow.take(network) || (wider === network ? 0 : wide.take(wider));
      },
    };
  };
}
