/** Moves one entry of a list to another place. */
export function moveTo<Entry>(entries: readonly Entry[], from: number, to: number): Entry[] {
  const moved = [...entries];
  moved.splice(to, 0, ...moved.splice(from, 1));
  return moved;
}
