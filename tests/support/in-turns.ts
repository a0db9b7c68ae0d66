/**
 * Every order in which things can come, each of them once or twice. Of more than three things: every order of all of
 * them, told once, and told once more from the start.
 */
export function inTurns(names: string[]): string[][] {
  if (names.length > 3) return arrange(names).flatMap((turns) => [turns, [...turns, ...turns]]);
  const choices = names.reduce<string[][]>(
    (all, name) =>
      all.flatMap((one) => [
        [...one, name],
        [...one, name, name],
      ]),
    [[]],
  );
  return choices.flatMap(arrange);
}

/** The different orders of some things, of which several may be the same. */
function arrange(things: string[]): string[][] {
  if (things.length === 0) return [[]];
  return [...new Set(things)].flatMap((first) => {
    const rest = things.toSpliced(things.indexOf(first), 1);
    return arrange(rest).map((others) => [first, ...others]);
  });
}
