import { expect, test } from "vitest";

import { createNetworks, networkOf } from "./caller-network.ts";

test("without a proxy only the connection itself says where a request comes from", () => {
  expect(networkOf("203.0.113.9", undefined, 0)).toBe("203.0.113.9");
  expect(networkOf("203.0.113.9", "198.51.100.1", 0)).toBe("203.0.113.9");
  expect(networkOf("::ffff:203.0.113.9", undefined, 0)).toBe("203.0.113.9");
});

test("behind proxies it is the address that the outermost trusted one saw, whatever the caller wrote before it", () => {
  expect(networkOf("10.0.0.1", "203.0.113.9", 1)).toBe("203.0.113.9");
  expect(networkOf("10.0.0.1", "1.2.3.4, 203.0.113.9", 1)).toBe("203.0.113.9");
  expect(networkOf("10.0.0.1", "1.2.3.4, 203.0.113.9, 10.0.0.2", 2)).toBe("203.0.113.9");
  expect(networkOf("10.0.0.1", "203.0.113.9:51234", 1)).toBe("203.0.113.9");
  expect(networkOf("10.0.0.1", "[2001:db8::1]:443", 1)).toBe("2001:db8:0:0::/64");
});

test("a header that is missing, too short or no address leaves the connection's own", () => {
  for (const header of [undefined, "", "unknown", "203.0.113.9.1", "<script>"]) {
    expect(networkOf("10.0.0.1", header, 1), header).toBe("10.0.0.1");
  }
  expect(networkOf("10.0.0.1", "203.0.113.9", 2)).toBe("10.0.0.1");
});

test("of an IPv6 address the half that a household shares counts, however it is written", () => {
  for (const address of ["2001:db8:12:34:aaaa::1", "2001:0DB8:0012:0034:ffff:1:2:3", "2001:db8:12:34::"]) {
    expect(networkOf(address, undefined, 0), address).toBe("2001:db8:12:34::/64");
  }
  expect(networkOf("fe80::1%eth0", undefined, 0)).toBe("fe80:0:0:0::/64");
});

test("the shop's own machine is no network", () => {
  for (const peer of ["127.0.0.1", "127.9.9.9", "::1", "::ffff:127.0.0.1", undefined]) {
    expect(networkOf(peer, undefined, 0), peer).toBeNull();
  }
});

test("a proxy on the shop's own machine that it was not told of is spoken of, once", () => {
  const said: string[] = [];
  const say = (line: string) => said.push(line);
  const silent = [createNetworks(1, say)("127.0.0.1", "203.0.113.9"), createNetworks(0, say)("127.0.0.1", undefined)];
  expect([silent, createNetworks(0, say)("203.0.113.9", "198.51.100.1")]).toEqual([
    ["203.0.113.9", null],
    "203.0.113.9",
  ]);
  expect(said).toEqual([]);
  const untold = createNetworks(0, say);
  for (let times = 0; times < 3; times += 1) expect(untold("127.0.0.1", "203.0.113.9")).toBeNull();
  expect(said).toEqual([expect.stringContaining("TRUST_PROXY")]);
});
