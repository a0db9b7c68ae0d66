import { parseArgs } from "node:util";

import { readMinutes, readWholeNumber, refuseWithQuick } from "#proving-ground/reports/command-line.ts";

/** Size of a chaos run. */
export interface ChaosSize {
  minutes: number;
  /** The number of readers in the shop at the same time. */
  shoppers: number;
  /**
   * A factor for the delays of late payments. With 1, payments are up to 90 s late, and arrive after their order has
   * expired.
   */
  lateScale: number;
}

/** The options of `npm run chaos`. */
export interface ChaosPlan extends ChaosSize {
  seed: number;
  logFile?: string | undefined;
  leftOut: string[];
}

export const chaosUsage = "npm run chaos -- [--quick | --minutes 2] [--seed 1] [--shoppers 24] [--log FILE]";

const fullMinutes = 2;
const defaultSeed = 1;
const defaultShoppers = 24;

/** A short run, which ends soon after its last reader, because no payment is more than 15 s late. */
export const quickChaos: ChaosSize = { minutes: 1, shoppers: defaultShoppers, lateScale: 1 / 6 };

/** The usual run, with a duration in minutes. */
export const fullChaos = (minutes: number): ChaosSize => ({ minutes, shoppers: defaultShoppers, lateScale: 1 });

/** Parses the command line. Throws if it is wrong. */
export function planChaos(words: string[]): ChaosPlan {
  const { values } = parseArgs({
    args: words,
    options: {
      quick: { type: "boolean" },
      minutes: { type: "string" },
      seed: { type: "string" },
      shoppers: { type: "string" },
      log: { type: "string" },
    },
  });
  if (values.quick) refuseWithQuick(values, ["minutes"]);
  const size = values.quick ? quickChaos : fullChaos(readMinutes(values.minutes, fullMinutes));
  return {
    ...size,
    shoppers: readWholeNumber("shoppers", values.shoppers, size.shoppers),
    seed: readWholeNumber("seed", values.seed, defaultSeed, 0),
    logFile: values.log,
    leftOut: values.quick ? describeLeftOut(size, fullMinutes) : [],
  };
}

/** Lists what a run of this size does not include, compared to a usual run of `minutes`. */
export function describeLeftOut(size: ChaosSize, minutes: number): string[] {
  return [
    `${minutes - size.minutes} of ${minutes} min of faults`,
    "orders that expire while faults are injected",
    "payments that succeed after their order has expired",
  ];
}
