/** The distinct permutations of some things, which may contain duplicates. */
export function listPermutations(things: string[]): string[][] {
  if (things.length === 0) return [[]];
  return [...new Set(things)].flatMap((first) => {
    const rest = things.toSpliced(things.indexOf(first), 1);
    return listPermutations(rest).map((others) => [first, ...others]);
  });
}
