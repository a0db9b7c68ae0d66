/** Evaluates requests made while the database was unreachable: figures, goals and counts of statuses. */

import { rowOf, rowOfWaits, type BenchRow } from "./table/rows.ts";

/** Kinds of requests, with their labels in the table. */
export const asked = {
  kept: "cached public pages",
  new: "searches, uncached books",
  personal: "personal pages",
  form: "browser forms",
  order: "order forms of the pay button",
} as const;

/** Result of a request. Times are from `performance.now()`. */
export interface AwayAnswer {
  kind: keyof typeof asked;
  /** When the request was due. */
  from: number;
  /** When the response was complete. */
  to: number;
  /** The status; 0 if there was no response. */
  status: number;
  /** Whether the response was the error page or message of a shop without its database, with Retry-After. */
  hasErrorPage: boolean;
  /** Whether the page had the note that prices and stock may have changed. */
  hasStaleNote: boolean;
  /** Whether a form was returned with all values that were sent. */
  isFilled: boolean;
}

/** The time in which the database was unreachable. */
export interface Absence {
  cutAt: number;
  mendedAt: number;
}

/**
 * The number of forms that were sent again after the database's return (`forms`), and how many of these succeeded
 * (`done`).
 */
export interface SentAgain {
  forms: number;
  done: number;
}

/** How soon the shop must have recovered once its database is back, in seconds. */
const goalSeconds = 5;

/** The rows of a run, in the order of the table. */
export function awayRows(answers: readonly AwayAnswer[], absence: Absence, again: SentAgain): BenchRow[] {
  const away = answers.filter((answer) => phaseOf(answer, absence) === "away");
  const kept = away.filter(({ kind }) => kind === "kept");
  const shown = kept.filter(({ status }) => status === 200);
  const last = Math.max(absence.mendedAt, ...answers.filter(hasFailed).map(({ to }) => to));
  const seconds = (last - absence.mendedAt) / 1000;
  const wordless = answers.filter((answer) => hasFailed(answer) && !answer.hasErrorPage).length;
  return [
    shareOf(`${asked.kept}: served`, kept, ({ status }) => status === 200),
    {
      ...shareOf("of these, marked as possibly stale", shown, ({ hasStaleNote }) => hasStaleNote),
      ...noGoal,
    },
    rowOfWaits(
      "a cached page",
      shown.map(({ from, to }) => to - from),
    ),
    ...(["new", "personal", "form", "order"] as const).map((kind) =>
      shareOf(
        `${asked[kind]}: 503 with Retry-After${kind === "form" ? ", contents kept" : ""}`,
        away.filter((answer) => answer.kind === kind),
        ({ status, hasErrorPage, isFilled }) => status === 503 && hasErrorPage && (kind !== "form" || isFilled),
      ),
    ),
    rowOf(`forms sent again afterwards (${again.forms}): succeeded`, "%", percentOf(again.done, again.forms), {
      goal: "100 %",
      isMet: again.forms > 0 && again.done === again.forms,
    }),
    rowOf("errors without an error page", "answers", wordless, {
      goal: "none",
      isMet: wordless === 0,
    }),
    rowOf("last error after the database’s return", "s", seconds, {
      goal: `${goalSeconds} s`,
      isMet: seconds <= goalSeconds,
    }),
  ];
}

/** Counts of statuses, by phase and kind of request. */
export function countStatuses(
  answers: readonly AwayAnswer[],
  absence: Absence,
): Record<string, Record<string, number>> {
  const counts: Record<string, Record<string, number>> = {};
  for (const answer of answers) {
    const line = (counts[`${phaseOf(answer, absence)}: ${asked[answer.kind]}`] ??= {});
    const status = answer.status === 0 ? "no answer" : String(answer.status);
    line[status] = (line[status] ?? 0) + 1;
  }
  return counts;
}

/**
 * The phase of a request: that of its start. But a request that was answered successfully after the return belongs to
 * the phase after it.
 */
function phaseOf({ from, to, status }: AwayAnswer, { cutAt, mendedAt }: Absence): "before" | "away" | "after" {
  if (from >= mendedAt || (to >= mendedAt && status < 400 && status > 0)) return "after";
  return from >= cutAt ? "away" : "before";
}

const hasFailed = ({ status }: AwayAnswer) => status === 0 || status >= 500;

const noGoal = { goal: null, isMet: null };

function shareOf(what: string, of: readonly AwayAnswer[], holds: (answer: AwayAnswer) => boolean): BenchRow {
  const held = of.filter(holds).length;
  return rowOf(`${what}, of ${of.length}`, "%", percentOf(held, of.length), {
    goal: "100 %",
    isMet: of.length > 0 && held === of.length,
  });
}

/** A percentage, rounded down, so that 100 means all. */
const percentOf = (part: number, whole: number) => (whole === 0 ? Number.NaN : Math.floor((part / whole) * 1000) / 10);
