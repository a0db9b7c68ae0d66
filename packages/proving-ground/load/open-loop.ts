import { Agent, request } from "node:http";

/**
 * Result of a round. Times are in milliseconds, from the moment a request was due to the first byte of its response.
 */
export interface SteadyRound {
  firstByteMs: number[];
  /** Requests without a response of status 200 or 303. */
  failed: number;
  /** Times of requests that were rejected under load: status 503 with Retry-After. */
  refusedMs: number[];
  /** Times of requests that were served. */
  servedMs: number[];
}

/**
 * Open-loop load: requests these pages in turn at a fixed rate, even if earlier requests have no response yet, so that
 * a slow shop does not get fewer requests. Each request comes from a different network. If `own` headers are given, all
 * requests have these headers and come from this machine.
 */
export async function runOpenLoop(
  port: number,
  paths: readonly string[],
  perSecond: number,
  seconds: number,
  own: Record<string, string> | null = null,
): Promise<SteadyRound> {
  const agent = new Agent({ keepAlive: true });
  const round: SteadyRound = { firstByteMs: [], failed: 0, refusedMs: [], servedMs: [] };
  const begun = performance.now();
  const asked: Promise<void>[] = [];
  for (let number = 0; number < perSecond * seconds; number += 1) {
    const due = begun + (number * 1000) / perSecond;
    const path = paths[number % paths.length]!;
    asked.push(
      new Promise((resolve) => setTimeout(resolve, Math.max(0, due - performance.now()))).then(() =>
        ask(path, number, due),
      ),
    );
  }
  await Promise.all(asked);
  agent.destroy();
  return round;

  function ask(path: string, number: number, due: number): Promise<void> {
    const network = `10.${(number >> 8) & 255}.${number & 255}.7`;
    const headers = own ?? { "accept-encoding": "br", "x-forwarded-for": network };
    return new Promise((resolve) => {
      const asking = request({ port, path, agent, headers }, (response) => {
        // A timer may fire a fraction of a millisecond early.
        const ms = Math.max(0, performance.now() - due);
        round.firstByteMs.push(ms);
        const isServed = response.statusCode === 200 || response.statusCode === 303;
        if (isServed) round.servedMs.push(ms);
        else round.failed += 1;
        if (response.statusCode === 503 && response.headers["retry-after"]) round.refusedMs.push(ms);
        response.resume();
        response.on("close", resolve);
      });
      asking.on("error", () => {
        round.failed += 1;
        resolve();
      });
      asking.end();
    });
  }
}
