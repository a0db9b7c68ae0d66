/** Parses the command line with `plan`. If it is wrong, prints the error and the usage, and exits with code 2. */
export function readCommandLine<Plan>(usage: string, plan: (words: string[]) => Plan): Plan {
  try {
    return plan(process.argv.slice(2));
  } catch (error) {
    console.error(`${(error as Error).message}\n${usage}`);
    process.exit(2);
  }
}

/** Parses an option, or returns its default. Throws unless it is a whole number of at least `least`. */
export function readWholeNumber(name: string, given: string | undefined, defaultValue: number, least = 1): number {
  if (given === undefined) return defaultValue;
  if (!/^\d{1,9}$/.test(given) || Number(given) < least)
    throw new Error(`--${name} must be a whole number of at least ${least}.`);
  return Number(given);
}

/**
 * Parses `--minutes`, which may be a fraction, or returns its default. Throws unless it is a number of at least
 * `least`.
 */
export function readMinutes(given: string | undefined, defaultValue: number, least = 0): number {
  if (given === undefined) return defaultValue;
  if (!/^\d{1,4}(\.\d+)?$/.test(given) || Number(given) < least)
    throw new Error(`--minutes must be a number of at least ${least}.`);
  return Number(given);
}

/** Throws if an option that `--quick` sets is also given. */
export function refuseWithQuick(values: Record<string, unknown>, names: readonly string[]): void {
  const given = names.find((name) => values[name] !== undefined);
  if (given !== undefined) throw new Error(`--quick already sets --${given}. Use only one of the two.`);
}

/** Prints what a quick run does not include; prints nothing for a full run. */
export function printLeftOut(leftOut: readonly string[]): void {
  if (leftOut.length === 0) return;
  console.log("Quick run. It does not include:");
  for (const what of leftOut) console.log(`  – ${what}`);
}
