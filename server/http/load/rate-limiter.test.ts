import { expect, test } from "vitest";

import type { RateLimitName } from "#app/http/context.ts";
import { createRateLimiters } from "./rate-limiter.ts";

const now = new Date(Date.UTC(2026, 10, 22));
const open = () => createRateLimiters({ now: () => now });

/** How many tries succeed, with one try per network. */
function countTries(networks: string[], what: RateLimitName): number {
  const rateLimiterOf = open();
  return networks.findIndex((network) => rateLimiterOf(network).consume(what) > 0);
}

test("a customer with a whole /48 of IPv6 networks gets eight times what one network gets", () => {
  const inOne = Array.from({ length: 5_000 }, (_, place) => `2001:db8:77:${place.toString(16)}::/64`);
  for (const [what, burst] of [
    ["post", 120],
    ["checkout", 20],
    ["emailForm", 10],
    ["code", 12],
    ["sign-in", 40],
  ] as const)
    expect(countTries(inOne, what), what).toBe(8 * burst);
  const elsewhere = Array.from({ length: 1_000 }, (_, place) => `2001:db8:${place.toString(16)}:0::/64`);
  expect(countTries(elsewhere, "code")).toBe(-1);
});

test("one network of them cannot use up what the others may do", () => {
  const rateLimiterOf = open();
  for (let times = 0; times < 1_000; times += 1) rateLimiterOf("2001:db8:77:1::/64").consume("code");
  expect(rateLimiterOf("2001:db8:77:2::/64").consume("code")).toBe(0);
});

test("what is counted in the records is counted for the customer, not for one of their networks", () => {
  const rateLimiterOf = open();
  expect(rateLimiterOf("2001:db8:77:1::/64").network).toBe("2001:db8:77::/48");
  expect(rateLimiterOf("203.0.113.9").network).toBe("203.0.113.9");
  expect(rateLimiterOf(null).network).toBeNull();
});

test("the shop's own machine is not limited", () => {
  const rateLimiterOf = open();
  for (let times = 0; times < 1_000; times += 1) expect(rateLimiterOf(null).consume("read")).toBe(0);
});

test("each thing has its own allowance at once and per minute, the networks of one customer eight times as much together", () => {
  const allowances: [RateLimitName, burst: number, perMinute: number][] = [
    ["post", 120, 90],
    ["checkout", 20, 10],
    ["code", 12, 4],
    ["counted-search", 40, 2],
    ["emailForm", 10, 3],
    ["plate", 20, 6],
    ["sign-in", 40, 20],
    ["read", 600, 600],
    ["search", 60, 120],
    ["status", 1_200, 1_200],
  ];
  for (const [what, burst, perMinute] of allowances) {
    let clock = now.getTime();
    const rateLimiterOf = createRateLimiters({ now: () => new Date(clock) });
    /** How many tries succeed when the networks take turns. */
    const tryOut = (networks: string[]) => {
      let tries = 0;
      while (rateLimiterOf(networks[tries % networks.length]!).consume(what) === 0) tries += 1;
      return tries;
    };
    const wide = Array.from({ length: 16 }, (_, place) => `2001:db8:78:${place.toString(16)}::/64`);
    const all = [["203.0.113.9"], ["2001:db8:77:1::/64"], wide];
    expect(all.map(tryOut), what).toEqual([burst, burst, 8 * burst]);
    expect(all.map(tryOut), what).toEqual([0, 0, 0]);
    clock += 30_000;
    const inHalf = Math.floor(perMinute / 2);
    expect(all.map(tryOut), what).toEqual([inHalf, inHalf, 4 * perMinute]);
  }
});

test("IPv4 addresses have nothing in common", () => {
  const addresses = Array.from({ length: 250 }, (_, place) => `203.0.113.${place}`);
  expect(countTries(addresses, "emailForm")).toBe(-1);
});
