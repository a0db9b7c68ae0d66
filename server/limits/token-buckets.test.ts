/** Tests of token buckets: waits, refill, forgotten clients, and usage shared between processes. */
import { expect, test } from "vitest";

import { TokenBuckets } from "./token-buckets.ts";

let clock = Date.UTC(2026, 10, 21);
const pass = (seconds: number) => (clock += seconds * 1000);
const open = () => new TokenBuckets({ burst: 3, perMinute: 6 }, () => new Date(clock));
const takeMany = (buckets: TokenBuckets, times: number, caller = "a") =>
  Array.from({ length: times }, () => buckets.take(caller));

test("allows `burst` tries, then returns the seconds to wait", () => {
  expect(takeMany(open(), 5)).toEqual([0, 0, 0, 10, 10]);
});

test("the wait that was told is enough, and asking too early does not make it longer", () => {
  const buckets = open();
  takeMany(buckets, 3);
  pass(4);
  expect(takeMany(buckets, 2)).toEqual([6, 6]);
  pass(6);
  expect(takeMany(buckets, 2)).toEqual([0, 10]);
});

test("a wait is told in whole seconds, and never too short", () => {
  const buckets = open();
  takeMany(buckets, 3);
  pass(0.3);
  expect(buckets.take("a")).toBe(10);
  pass(9.5);
  expect(buckets.take("a")).toBe(1);
  pass(1);
  expect(buckets.take("a")).toBe(0);
});

test("a rest fills the bucket, and no more than that", () => {
  const buckets = open();
  takeMany(buckets, 3);
  pass(3600);
  expect(takeMany(buckets, 4)).toEqual([0, 0, 0, 10]);
});

test("one caller's tries are not another's", () => {
  const buckets = open();
  takeMany(buckets, 4, "a");
  expect(buckets.take("b")).toBe(0);
});

test("of more callers than there is room for, the one that was away longest is forgotten, and begins anew", () => {
  const buckets = new TokenBuckets({ burst: 3, perMinute: 6 }, () => new Date(clock), 2);
  takeMany(buckets, 3, "a");
  takeMany(buckets, 3, "b");
  expect(buckets.take("a")).toBe(10);
  expect(buckets.take("c")).toBe(0);
  expect(buckets.take("a")).toBe(10);
  expect(buckets.take("b")).toBe(0);
});

test("a clock that is set back gives nothing away and takes nothing", () => {
  const buckets = open();
  takeMany(buckets, 3);
  pass(-3600);
  expect(buckets.take("a")).toBe(10);
  pass(10);
  expect(buckets.take("a")).toBe(0);
});

test("fifty thousand callers are remembered, unless it is said otherwise", () => {
  const buckets = open();
  takeMany(buckets, 3, "first");
  takeMany(buckets, 3, "second");
  for (let other = 1; other <= 49_999; other += 1) buckets.take(`other ${other}`);
  expect(buckets.take("second")).toBe(10);
  expect(buckets.take("first")).toBe(0);
});

const fullMs = 30_000;

test.each([
  ["nothing", 0, 0],
  ["so little that a token is left", 2 * 10_000, 0],
  ["a millisecond more", 2 * 10_000 + 1, 1],
  ["one full bucket", fullMs, 10],
  ["a little less than two full buckets", 2 * fullMs - 1000, 39],
  ["two full buckets", 2 * fullMs, 40],
  ["a little more than two full buckets", 2 * fullMs + 1000, 40],
  ["ten full buckets", 10 * fullMs, 40],
])(
  "when %s was used by all processes together, the wait is never longer than two full buckets",
  (_, fullInMs, wait) => {
    const buckets = open();
    buckets.take("a");
    buckets.learn("a", 1, fullInMs);
    expect(buckets.take("a")).toBe(wait);
    pass(wait);
    if (wait > 0) expect(buckets.take("a")).toBe(0);
  },
);

test("what others learn of is told once, and what was used since counts on top of what they report", () => {
  const buckets = open();
  expect(buckets.used("a")).toBeNull();
  takeMany(buckets, 2);
  expect(buckets.used("a")).toEqual({ tokens: 2, refillMs: 20_000 });
  buckets.learn("a", 1, 10_000);
  expect(buckets.used("a")).toEqual({ tokens: 1, refillMs: 10_000 });
  // One token is in the shared sum and one is not: a single token is left.
  expect(takeMany(buckets, 2)).toEqual([0, 10]);
  buckets.learn("a", 2, 0);
  expect(buckets.used("a")).toBeNull();
  expect(takeMany(buckets, 4)).toEqual([0, 0, 0, 10]);
});

test("what is learnt refills with time as well, and of a client that was forgotten nothing is learnt", () => {
  const buckets = open();
  buckets.learn("a", 1, 10 * fullMs);
  expect(buckets.take("a")).toBe(0);
  pass(3600);
  takeMany(buckets, 3);
  pass(5);
  buckets.learn("a", 4, fullMs);
  pass(9.999);
  expect(buckets.take("a")).toBe(1);
  pass(-3600);
  buckets.learn("a", 0, fullMs);
  expect(buckets.take("a")).toBe(10);
  pass(3600 + 10);
  expect(takeMany(buckets, 4)).toEqual([0, 0, 0, 10]);
});

test.each([
  [1, [1, 2, 3]],
  [8, [1, 2, 3]],
  [9, [2, 3, 4]],
  [16, [2, 3, 4]],
  [17, [3, 4, 5]],
])("of a burst of %i others are told from an eighth on, with each token until they know it", (burst, first) => {
  const toldAt: number[] = [];
  // Refills at once, so that no token is refused.
  let at = 0;
  const buckets = new TokenBuckets({ burst, perMinute: 1 }, () => new Date((at += 3_600_000)));
  for (let taken = 1; taken <= first.at(-1)!; taken += 1) {
    buckets.onShareDue = () => toldAt.push(taken);
    expect(buckets.take("a")).toBe(0);
  }
  expect(toldAt).toEqual(first);
  expect(buckets.used("a")!.tokens).toBe(first.at(-1));
});

test.each([7, 11, 13, 90, 600, 1_200])(
  "at %i a minute the wait that was told is always enough, and a second less is not",
  (perMinute) => {
    for (const burst of [1, 3, 12]) {
      const buckets = new TokenBuckets({ burst, perMinute }, () => new Date(clock));
      for (let round = 0; round < 20; round += 1) {
        let wait = 0;
        while (wait === 0) wait = buckets.take("a");
        if (wait > 1) {
          pass(wait - 1);
          expect(buckets.take("a")).toBe(1);
          pass(1);
        } else pass(1);
        expect(buckets.take("a"), `burst ${burst}, round ${round}`).toBe(0);
      }
    }
  },
);
