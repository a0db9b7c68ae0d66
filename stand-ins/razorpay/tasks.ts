import type { Task } from "./entities.ts";
import type { Ledger } from "./ledger.ts";

const longestTimerMs = 2 ** 31 - 1;

/** The stand-in's diary: what will happen by itself, kept in the ledger so that it outlives a restart. */
export type Diary = {
  plan(task: Omit<Task, "id" | "atMs">, seconds: number): void;
  performDue(): void;
  arm(): void;
  close(): void;
};

type DiaryParts = { ledger: Ledger; nowMs(): number; perform(task: Task): void };

/** A diary whose timers never keep a process alive. */
export function createDiary({ ledger, nowMs, perform }: DiaryParts): Diary {
  const timers = new Map<string, NodeJS.Timeout>();
  /** Nothing is due before; most calls come before. */
  let soonestMs = 0;

  function carryOut(task: Task): void {
    if (!Object.hasOwn(ledger.books.tasks, task.id)) return;
    clearTimeout(timers.get(task.id));
    timers.delete(task.id);
    delete ledger.books.tasks[task.id];
    perform(task);
  }

  function setTimer(task: Task): void {
    const waitMs = Math.max(0, task.atMs - nowMs());
    if (waitMs > longestTimerMs) return;
    timers.set(task.id, setTimeout(() => carryOut(task), waitMs).unref());
  }

  return {
    plan(wish, seconds) {
      const task: Task = { ...wish, id: ledger.newId("task_"), atMs: nowMs() + seconds * 1000 };
      ledger.books.tasks[task.id] = task;
      soonestMs = Math.min(soonestMs, task.atMs);
      setTimer(task);
    },
    performDue() {
      if (nowMs() < soonestMs) return;
      soonestMs = Infinity;
      for (const task of Object.values(ledger.books.tasks)) {
        if (task.atMs <= nowMs()) carryOut(task);
        else soonestMs = Math.min(soonestMs, task.atMs);
      }
    },
    arm() {
      Object.values(ledger.books.tasks).forEach(setTimer);
    },
    close() {
      timers.forEach((timer) => clearTimeout(timer));
      timers.clear();
    },
  };
}
