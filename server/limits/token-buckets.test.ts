import { expect, test } from "vitest";

import { TokenBuckets } from "./token-buckets.ts";

let clock = Date.UTC(2026, 10, 21);
const pass = (seconds: number) => (clock += seconds * 1000);
const open = () => new TokenBuckets({ burst: 3, perMinute: 6 }, () => new Date(clock));
const takeMany = (buckets: TokenBuckets, times: number, caller = "a") =>
  Array.from({ length: times }, () => buckets.take(caller));

test("so many tries are free, then the next is told how long to wait", () => {
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
