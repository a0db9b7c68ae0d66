import { expect, test } from "vitest";

import { awayRows, countStatuses, type AwayAnswer } from "./database-unavailable-rows.ts";

const absence = { cutAt: 10_000, mendedAt: 70_000 };
const all = { forms: 1, done: 1 };

function answer(kind: AwayAnswer["kind"], from: number, status: number, rest: Partial<AwayAnswer> = {}): AwayAnswer {
  const hasErrorPage = status === 503;
  return {
    kind,
    from,
    to: from + 5,
    status,
    hasErrorPage,
    hasStaleNote: false,
    isFilled: kind === "form" && hasErrorPage,
    ...rest,
  };
}

/** Responses of a shop that reaches every goal. */
const well = [
  answer("kept", 1_000, 200),
  answer("personal", 1_000, 200),
  answer("kept", 20_000, 200),
  answer("kept", 60_000, 200, { hasStaleNote: true }),
  ...(["new", "personal", "form", "order"] as const).map((kind) => answer(kind, 20_000, 503)),
  answer("kept", 71_000, 200, { hasStaleNote: true }),
  answer("personal", 70_500, 503),
  answer("personal", 75_000, 303),
];
const found = (answers: AwayAnswer[], again = all) =>
  Object.fromEntries(awayRows(answers, absence, again).map(({ what, median, isMet }) => [what, [median, isMet]]));
const failedOf = (answers: AwayAnswer[], again = all) =>
  awayRows(answers, absence, again).flatMap(({ what, isMet }) => (isMet === false ? [what] : []));

test("the figures are of what was asked for while the database was away, and of its return", () => {
  expect(found(well)).toEqual({
    "cached public pages: served, of 2": [100, true],
    "of these, marked as possibly stale, of 2": [50, null],
    "a cached page": [5, null],
    "searches, uncached books: 503 with Retry-After, of 1": [100, true],
    "personal pages: 503 with Retry-After, of 1": [100, true],
    "browser forms: 503 with Retry-After, contents kept, of 1": [100, true],
    "order forms of the pay button: 503 with Retry-After, of 1": [100, true],
    "forms sent again afterwards (1): succeeded": [100, true],
    "errors without an error page": [0, true],
    "last error after the database’s return": [0.505, true],
  });
});

test.each<[string, AwayAnswer, string]>([
  ["a kept page that is not shown", answer("kept", 30_000, 503), "cached public pages"],
  ["a kept page that nobody answers", answer("kept", 30_000, 0), "cached public pages"],
  ["a page without words", answer("personal", 30_000, 503, { hasErrorPage: false }), "personal pages"],
  ["another error in words", answer("new", 30_000, 500, { hasErrorPage: true }), "searches"],
  ["a form that comes back empty", answer("form", 30_000, 503, { isFilled: false }), "browser forms"],
  ["an order form that nobody answers", answer("order", 30_000, 0), "order forms"],
  ["a page that nobody answered long before", answer("new", 1_000, 0), "errors without an error page"],
  ["an error without words long before", answer("new", 1_000, 500), "errors without an error page"],
  ["an error six seconds after the return", answer("personal", 76_000, 503), "last error after the database’s return"],
  [
    "an error that was waited for, too",
    answer("order", 69_000, 503, { to: 76_000 }),
    "last error after the database’s return",
  ],
])("%s does not reach the goal", (_, odd, row) => {
  expect(failedOf(well)).toEqual([]);
  expect(failedOf([...well, odd]).join()).toContain(row);
});

test("a form that is not done when it is sent again does not reach the goal, and nor does a run that lost none", () => {
  expect(failedOf(well, { forms: 1_000, done: 999 })).toEqual(["forms sent again afterwards (1000): succeeded"]);
  expect(failedOf(well, { forms: 0, done: 0 })).toEqual(["forms sent again afterwards (0): succeeded"]);
});

test("100 % means all", () => {
  const many = Array.from({ length: 2_999 }, () => answer("kept", 30_000, 200));
  expect(found([...many, answer("kept", 30_000, 503)])["cached public pages: served, of 3000"]).toEqual([99.9, false]);
});

test("what was asked for just before the return and is whole counts as after it", () => {
  const late = [answer("personal", 69_999, 200, { to: 70_100 }), answer("personal", 69_999, 503, { to: 70_100 })];
  expect(countStatuses(late, absence)).toEqual({
    "after: personal pages": { 200: 1 },
    "away: personal pages": { 503: 1 },
  });
  expect(countStatuses([answer("kept", 9_999, 0)], absence)).toEqual({
    "before: cached public pages": { "no answer": 1 },
  });
});
