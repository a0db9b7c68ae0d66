import { setTimeout as wait } from "node:timers/promises";

import type { DrawingTurns } from "./drawing-turns.ts";

/** Maximum number of planned drawings. A drawing that is dropped is planned again at the next request for it. */
const maxPlanned = 200;
/** Pause after each drawing, as a multiple of its duration, so that drawings use at most a fifth of one core. */
const restFactor = 4;

/**
 * Draws pictures that no request waits for, one at a time with pauses, while no other drawing is running or waiting.
 */
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

  /** Whether more drawings can be planned. */
  get hasRoom(): boolean {
    return this.#planned.size < maxPlanned;
  }

  /** Plans a drawing, unless it is planned already or the maximum is reached. */
  plan(path: string, draw: () => Promise<void>): void {
    if (!this.hasRoom || this.#closing.signal.aborted) return;
    if (!this.#planned.has(path)) this.#planned.set(path, draw);
    this.#begin();
  }

  /** Drops the planned drawings, and waits for the running one. */
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
        // After a failure, such as an unavailable database, the drawing is planned again at the next request for it.
        await draw().catch(() => {});
      });
      this.#planned.delete(path);
      const restMs = (performance.now() - began) * this.#restFactor;
      await wait(restMs, undefined, { ref: false, signal: this.#closing.signal }).catch(() => {});
      if (this.#closing.signal.aborted) return;
    }
  }
}
