/** Parses the command line with `plan`; on a mistake prints it with the usage, and exits with code 2. */
export function readCommandLine<Plan>(usage: string, plan: (words: string[]) => Plan): Plan {
  try {
    return plan(process.argv.slice(2));
  } catch (error) {
    console.error(`${(error as Error).message}\n${usage}`);
    process.exit(2);
  }
}

/** Parses an option, or returns its default. Throws unless it is a whole number of at least `least`. */
export function readWhole(name: string, given: string | undefined, usual: number, least = 1): number {
  if (given === undefined) return usual;
  if (!/^\d{1,9}$/.test(given) || Number(given) < least)
    throw new Error(`--${name} takes a whole number from ${least} on.`);
  return Number(given);
}

/**
 * Parses `--minutes`, which may be a fraction, or returns its default. Throws unless it is a number of at least
 * `least`.
 */
export function readMinutes(given: string | undefined, usual: number, least = 0): number {
  if (given === undefined) return usual;
  if (!/^\d{1,4}(\.\d+)?$/.test(given) || Number(given) < least)
    throw new Error(`--minutes takes a number from ${least} on.`);
  return Number(given);
}

/** Throws if an option that `--quick` sets is also given. */
export function refuseWithQuick(values: Record<string, unknown>, names: readonly string[]): void {
  const given = names.find((name) => values[name] !== undefined);
  if (given !== undefined) throw new Error(`--quick sets --${given} by itself: give one of the two.`);
}

/** Prints what a quick run leaves out; nothing for a full run. */
export function printLeftOut(leftOut: readonly string[]): void {
  if (leftOut.length === 0) return;
  console.log("Quick run. It leaves out:");
  for (const what of leftOut) console.log(`  – ${what}`);
}
