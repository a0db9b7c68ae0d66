/** For each network, when the last of its orders that wait here is done. */
const lastTurns = new Map<string, Promise<void>>();

/**
 * Runs `work` when what the same network asked for before is done, in this process. So a burst from one network waits
 * without a database connection, and leaves the pool to the others. Null, which is nowhere in particular, waits for nobody.
 */
export async function inNetworkTurn<T>(network: string | null, work: () => Promise<T>): Promise<T> {
  if (network === null) return work();
  const before = lastTurns.get(network);
  const { promise: turn, resolve: endTurn } = Promise.withResolvers<void>();
  lastTurns.set(network, turn);
  try {
    await before;
    return await work();
  } finally {
    endTurn();
    if (lastTurns.get(network) === turn) lastTurns.delete(network);
  }
}
