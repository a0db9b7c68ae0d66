import { Agent, request } from "node:http";

/** What came of it: milliseconds from the moment a page was due to the first byte of its answer. */
export interface SteadyRound {
  firstByteMs: number[];
  /** Pages that were answered with neither 200 nor the way to one. */
  failed: number;
  /** Of the milliseconds those of pages that were refused in words: 503, with when to come again. */
  refusedMs: number[];
  /** Of the milliseconds those of pages that were served. */
  servedMs: number[];
}

/**
 * Asks for these pages in turn, so many a second, whether the ones before are answered or not: a shop that is slow for a
 * moment cannot hide it by being asked less. Each question comes from a network of its own, unless its headers are
 * given: then all come from this machine.
 */
export async function askSteadily(
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
