/** Counts what a person does in a browser, and estimates the time that it takes. */
import type { BrowserContext } from "@playwright/test";

/** What a person did: presses of buttons and keys, fields, words in them, and pages and answers that were read. */
export interface Effort {
  presses: number;
  fields: number;
  words: number;
  pages: number;
}

/**
 * Seconds for each, after the keystroke-level model (Card, Moran and Newell) with a slow typist: find and press 3, find
 * a field 4, a word 2. A page, or the answer to a form, is read for 10.
 */
const seconds: Effort = { presses: 3, fields: 4, words: 2, pages: 10 };

/** Counts everything that happens in this browser from now on, on every page. */
export async function countEffort(context: BrowserContext): Promise<Effort> {
  const effort: Effort = { presses: 0, fields: 0, words: 0, pages: 0 };
  await context.exposeBinding("noteEffort", (_, kind: "press" | "field", words: number) => {
    effort[kind === "press" ? "presses" : "fields"] += 1;
    effort.words += words;
  });
  await context.addInitScript(() => {
    const { noteEffort } = globalThis as unknown as { noteEffort: (kind: string, words: number) => void };
    const options = { capture: true, passive: true };
    addEventListener("pointerdown", () => noteEffort("press", 0), options);
    addEventListener("keydown", ({ key }) => key.length > 1 && noteEffort("press", 0), options);
    addEventListener(
      "change",
      ({ target }) => {
        const typed = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement ? target.value : "";
        noteEffort("field", typed.split(/\s+/).filter(Boolean).length);
      },
      options,
    );
  });
  context.on("page", (page) =>
    page.on("framenavigated", (frame) => {
      if (frame === page.mainFrame()) effort.pages += 1;
    }),
  );
  return effort;
}

/** The estimated time in minutes. */
export function minutesOf(effort: Effort): number {
  const total = Object.entries(seconds).reduce((sum, [kind, each]) => sum + effort[kind as keyof Effort] * each, 0);
  return total / 60;
}
