/**
 * The optimal string alignment distance of two words: insertions, deletions, substitutions, and swaps of adjacent
 * letters.
 */
export function editDistance(one: string, other: string): number {
  const [a, b] = [Array.from(one), Array.from(other)];
  let before: number[] = [];
  let above = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row += 1) {
    const line = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const isSame = a[row - 1] === b[column - 1];
      line[column] = Math.min(above[column]! + 1, line[column - 1]! + 1, above[column - 1]! + (isSame ? 0 : 1));
      const isSwapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      if (isSwapped) line[column] = Math.min(line[column]!, before[column - 2]! + 1);
    }
    [before, above] = [above, line];
  }
  return above[b.length]!;
}
