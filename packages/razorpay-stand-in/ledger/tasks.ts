import type { Task } from "./entities.ts";
import type { Store } from "./store.ts";

const maxTimerMs = 2 ** 31 - 1;

/** Schedules changes of state. They are stored in the ledger, so that they survive a restart. */
export interface Diary {
  plan(task: Omit<Task, "id" | "atMs">, seconds: number): void;
  performDue(): void;
  arm(): void;
  close(): void;
}

type DiaryParts = { ledger: Store; nowMs(): number; perform(task: Task): void };

/** Creates a scheduler whose timers do not keep the process alive. */
export function createScheduler({ ledger, nowMs, perform }: DiaryParts): Diary {
  const timers = new Map<string, NodeJS.Timeout>();
  /** No task is due before this time in milliseconds. Every request checks it. */
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
    if (waitMs > maxTimerMs) return;
    timers.set(task.id, setTimeout(() => carryOut(task), waitMs).unref());
  }

  return {
    plan(input, seconds) {
      const task: Task = { ...input, id: ledger.newId("task_"), atMs: nowMs() + seconds * 1000 };
      ledger.books.tasks[task.id] = task;
      soonestMs = Math.min(soonestMs, task.atMs);
      setTimer(task);
    },
    performDue() {
      if (nowMs() < soonestMs) return;
      for (const task of Object.values(ledger.books.tasks)) {
        if (task.atMs <= nowMs()) carryOut(task);
      }
      soonestMs = Object.values(ledger.books.tasks).reduce((soonest, { atMs }) => Math.min(soonest, atMs), Infinity);
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
