import { setTimeout as wait } from "node:timers/promises";

import type { DrawingTurns } from "./drawing-turns.ts";

/** So many are remembered; what finds no place comes again when it is asked for again. */
const maxPlanned = 200;
/** After each it rests so many times as long as the drawing took: it has a fifth of one core at most. */
const restFactor = 4;

/** Pictures to be drawn that nobody waits for: slowly, one after the other, while nobody waits for any other. */
export class SpareDrawings {
  readonly #turns: DrawingTurns;
  readonly #restFactor: number;
  readonly #planned = new Map<string, () => Promise<void>>();
  readonly #closing = new AbortController();
  #working: Promise<void> | undefined;

  constructor(turns: DrawingTurns, factor = restFactor) {
    this.#turns = turns;
    this.#restFactor = factor;
  }

  /** Whether there is room for more. */
  get hasRoom(): boolean {
    return this.#planned.size < maxPlanned;
  }

  /** Draws it some time, unless it is planned already, or too much is. */
  plan(path: string, draw: () => Promise<void>): void {
    if (!this.hasRoom || this.#closing.signal.aborted) return;
    if (!this.#planned.has(path)) this.#planned.set(path, draw);
    this.#begin();
  }

  /** Forgets what is planned, and waits for the drawing that is being made. */
  async close(): Promise<void> {
    this.#closing.abort();
    this.#planned.clear();
    await this.#working;
  }

  #begin(): void {
    this.#working ??= this.#work().finally(() => {
      this.#working = undefined;
      if (this.#planned.size > 0) this.#begin();
    });
  }

  async #work(): Promise<void> {
    for (const [path, draw] of this.#planned) {
      let began = 0;
      await this.#turns.takeSpare(async () => {
        began = performance.now();
        // Whatever hindered it, such as a database that is away: it is planned again when it is asked for.
        await draw().catch(() => {});
      });
      this.#planned.delete(path);
      const restMs = (performance.now() - began) * this.#restFactor;
      await wait(restMs, undefined, { ref: false, signal: this.#closing.signal }).catch(() => {});
      if (this.#closing.signal.aborted) return;
    }
  }
}
