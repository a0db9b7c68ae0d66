import { expect, test } from "vitest";

import { ConnectionCounter, connectionLimits } from "./connection-limits.ts";

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

test("connections whose client is gone already share one place like an address, and give it back", () => {
  const counter = openCounter();
  const close = counter.open("")!;
  expect(counter.open("")).not.toBeNull();
  expect(counter.open("")).toBeNull();
  close();
  expect(counter.open("")).not.toBeNull();
});

test("a shop as it is holds 2,000 connections, 100 of one address, and keeps the last 400 for those who hold fewer than 8", () => {
  const counter = new ConnectionCounter(connectionLimits, () => false);
  const openMany = (address: string, times: number) =>
    Array.from({ length: times }, () => counter.open(address)).filter(Boolean).length;
  for (let greedy = 1; greedy <= 16; greedy += 1) expect(openMany(`203.0.113.${greedy}`, 101)).toBe(100);
  expect(openMany("198.51.100.0", 9)).toBe(8);
  for (let few = 1; few <= 49; few += 1) expect(openMany(`198.51.100.${few}`, 8)).toBe(8);
  expect(openMany("198.51.100.50", 1)).toBe(0);
});

test("the last places are for those who hold few, and there is none when all are taken", () => {
  const limits = { max: 10, maxPerAddress: 9, reserved: 4, maxFromReserve: 2 };
  const counter = new ConnectionCounter(limits, () => false);
  const open = (address: string) => counter.open(address) !== null;
  const openMany = (address: string, times: number) => Array.from({ length: times }, () => open(address));
  expect(openMany("203.0.113.1", 7)).toEqual([true, true, true, true, true, true, false]);
  expect(openMany("203.0.113.2", 3)).toEqual([true, true, false]);
  expect(openMany("203.0.113.3", 2)).toEqual([true, true]);
  expect(open("203.0.113.4")).toBe(false);
});

test("a proxy may take every place, and no more", () => {
  const limits = { max: 5, maxPerAddress: 1, reserved: 2, maxFromReserve: 1 };
  const counter = new ConnectionCounter(limits, (address) => address === "10.0.0.1");
  const taken = Array.from({ length: 6 }, () => counter.open("10.0.0.1") !== null);
  expect(taken).toEqual([true, true, true, true, true, false]);
});

test("a place is given back once, however often its connection is said to be closed", () => {
  const counter = new ConnectionCounter({ max: 2, maxPerAddress: 2, reserved: 0, maxFromReserve: 1 }, () => false);
  const close = counter.open("203.0.113.1")!;
  counter.open("203.0.113.1");
  close();
  close();
  expect(counter.open("203.0.113.2")).not.toBeNull();
  expect(counter.open("203.0.113.3")).toBeNull();
});

test("a connection that closes gives back its own place, and no other of its address", () => {
  const counter = new ConnectionCounter({ max: 9, maxPerAddress: 3, reserved: 0, maxFromReserve: 1 }, () => false);
  const close = counter.open("203.0.113.1")!;
  counter.open("203.0.113.1");
  counter.open("203.0.113.1");
  close();
  expect(counter.open("203.0.113.1")).not.toBeNull();
  expect(counter.open("203.0.113.1")).toBeNull();
});
