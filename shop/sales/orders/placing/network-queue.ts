/** For each network, a promise that resolves when its last queued order is finished. */
const lastTurns = new Map<string, Promise<void>>();

/**
 * Runs `work` after the earlier calls of the same network in this process have finished. A burst of orders from one
 * network then waits without database connections, which stay free for the others. Calls with null do not wait.
 */
export async function runInNetworkQueue<T>(network: string | null, work: () => Promise<T>): Promise<T> {
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
