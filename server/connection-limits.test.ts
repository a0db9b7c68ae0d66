import { expect, test } from "vitest";

import { ConnectionCounter } from "./connection-limits.ts";

const openCounter = () =>
  new ConnectionCounter({ max: 100, maxPerAddress: 2, reserved: 0, maxFromReserve: 1 }, () => false);

test("all addresses of one IPv6 /64 count as one, those of the next /64 do not", () => {
  const counter = openCounter();
  const first = counter.open("2001:db8:1:2::1");
  expect(first).not.toBeNull();
  expect(counter.open("2001:db8:1:2:ffff::2")).not.toBeNull();
  expect(counter.open("2001:db8:1:2::3")).toBeNull();
  expect(counter.open("2001:db8:1:3::1")).not.toBeNull();
  first!();
  expect(counter.open("2001:db8:1:2::3")).not.toBeNull();
});

test("each IPv4 address counts for itself, however it is written", () => {
  const counter = openCounter();
  expect(counter.open("203.0.113.9")).not.toBeNull();
  expect(counter.open("::ffff:203.0.113.9")).not.toBeNull();
  expect(counter.open("203.0.113.9")).toBeNull();
  expect(counter.open("203.0.113.10")).not.toBeNull();
});
