import { expect, test } from "vitest";

import { createAddressList, isAddressOrNetwork } from "./address-list.ts";
import { createOrigins, originOf, widerNetworkOf } from "./client-network.ts";

const isProxy = createAddressList(["127.0.0.0/8", "::1", "10.0.0.0/24"]);
const networkOf = (peer: string | undefined, forwardedFor: string | undefined, count: number) =>
  originOf(peer, forwardedFor, { count, isProxy }).network;
const isLocal = (peer: string | undefined, forwardedFor: string | undefined, count: number) =>
  originOf(peer, forwardedFor, { count, isProxy }).isLocal;

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
  expect(networkOf("::ffff:10.0.0.1", "203.0.113.9", 1)).toBe("203.0.113.9");
  expect(networkOf("10.0.0.1", "[2001:db8::1]:443", 1)).toBe("2001:db8:0:0::/64");
});

test("a header that is missing, too short or no address leaves the connection's own", () => {
  for (const header of [undefined, "", "unknown", "203.0.113.9.1", "<script>"]) {
    expect(networkOf("10.0.0.1", header, 1), header).toBe("10.0.0.1");
  }
  expect(networkOf("10.0.0.1", "203.0.113.9", 2)).toBe("10.0.0.1");
});

test("who is no proxy of the shop's cannot say who they are", () => {
  for (const forged of ["203.0.113.9", "127.0.0.1", "::1"]) {
    expect(networkOf("198.51.100.7", forged, 1), forged).toBe("198.51.100.7");
    expect(networkOf("10.0.1.1", forged, 1), forged).toBe("10.0.1.1");
  }
});

test("behind a proxy nobody is free of limits, whatever is forwarded", () => {
  for (const forwarded of ["127.0.0.1", "::1", "::ffff:127.0.0.1", "garbage", "", undefined]) {
    expect(networkOf("127.0.0.1", forwarded, 1), forwarded).not.toBeNull();
  }
});

test("of an IPv6 address the half that a household shares counts, however it is written", () => {
  for (const address of ["2001:db8:12:34:aaaa::1", "2001:0DB8:0012:0034:ffff:1:2:3", "2001:db8:12:34::"]) {
    expect(networkOf(address, undefined, 0), address).toBe("2001:db8:12:34::/64");
  }
  expect(networkOf("fe80::1%eth0", undefined, 0)).toBe("fe80:0:0:0::/64");
  expect(networkOf("2001::4:5:6:7:8", undefined, 0)).toBe("2001:0:0:4::/64");
});

test("a connection that is gone has no address, and is judged by what a proxy said of it", () => {
  expect(networkOf(undefined, "203.0.113.9", 1)).toBe("203.0.113.9");
  expect(networkOf(undefined, undefined, 1)).toBe("this machine");
  const said: string[] = [];
  expect(createOrigins({ count: 1, isProxy }, (line) => said.push(line))(undefined, "203.0.113.9").isLocal).toBe(false);
  expect(said).toEqual([]);
});

test("a network is an address with as many bits as its kind has, or fewer", () => {
  for (const good of ["10.0.0.5", "10.0.0.5/32", "10.0.0.0/8", "0.0.0.0/0", "::1", "2001:db8::/32", "2001:db8::1/128"])
    expect(isAddressOrNetwork(good), good).toBe(true);
  for (const bad of ["10.0.0.5/33", "2001:db8::1/129", "10.0.0.0/", "10.0.0.0/8/8", "10.0.0.0/x", "proxy", "/8", ""])
    expect(isAddressOrNetwork(bad), bad).toBe(false);
});

test("the network around a household's is what a provider gives one customer; IPv4 has none", () => {
  expect(widerNetworkOf("2001:db8:12:34::/64")).toBe("2001:db8:12::/48");
  expect(widerNetworkOf("203.0.113.9")).toBeNull();
});

test("the shop's own machine is no network", () => {
  for (const peer of ["127.0.0.1", "127.9.9.9", "::1", "::ffff:127.0.0.1", undefined]) {
    expect(networkOf(peer, undefined, 0), peer).toBeNull();
  }
});

test("a request is from this machine only when its connection is, and no proxy tells of somebody else", () => {
  for (const count of [0, 1]) {
    for (const own of ["127.0.0.1", "127.8.8.8", "::1", "::ffff:127.0.0.1"]) {
      for (const forwarded of [undefined, "127.0.0.1", "::1"]) expect(isLocal(own, forwarded, count)).toBe(true);
      for (const forwarded of ["203.0.113.9", "127.0.0.1, 203.0.113.9", "203.0.113.9, 127.0.0.1", "unknown", ""])
        expect(isLocal(own, forwarded, count), `${own} ${forwarded}`).toBe(false);
    }
    for (const other of ["10.0.0.1", "203.0.113.9", "2001:db8::1"])
      for (const forwarded of [undefined, "127.0.0.1"]) expect(isLocal(other, forwarded, count), other).toBe(false);
  }
});

test("proxies that the shop was not told of are spoken of, each once, and not without end", () => {
  const said: string[] = [];
  const origins = (count: number) => {
    const networks = createOrigins({ count, isProxy }, (line) => said.push(line));
    return (peer: string, forwardedFor?: string) => networks(peer, forwardedFor).network;
  };
  expect(origins(1)("127.0.0.1", "203.0.113.9")).toBe("203.0.113.9");
  expect(origins(0)("127.0.0.1")).toBeNull();
  expect(origins(0)("203.0.113.9", "198.51.100.1")).toBe("203.0.113.9");
  expect(said).toEqual([]);
  const untold = origins(0);
  for (let times = 0; times < 3; times += 1) expect(untold("127.0.0.1", "203.0.113.9")).toBeNull();
  expect(said.splice(0)).toEqual([expect.stringContaining("Set TRUST_PROXY")]);
  const unnamed = origins(1);
  for (let times = 0; times < 3; times += 1) expect(unnamed("172.18.0.2", "203.0.113.9")).toBe("172.18.0.2");
  expect(said.splice(0)).toEqual([expect.stringMatching(/172\.18\.0\.2.*PROXY_ADDRESSES/)]);
  unnamed("172.18.0.3", "203.0.113.9");
  expect(said.splice(0)).toEqual([expect.stringMatching(/172\.18\.0\.3.*PROXY_ADDRESSES/)]);
  for (let last = 0; last < 100; last += 1) unnamed(`198.51.100.${last}`, "203.0.113.9");
  expect(said).toHaveLength(18);
});
