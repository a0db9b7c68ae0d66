/** Tests of where requests come from: proxies, forwarding headers, IPv6 networks, and this machine. */
import { expect, test } from "vitest";

import { createAddressList, isAddressOrNetwork } from "./address-list.ts";
import { createOrigins, originOf, widerNetworkOf } from "./client-network.ts";

const isProxy = createAddressList(["127.0.0.0/8", "::1", "10.0.0.0/24"]);
const headersOf = (forwardedFor: string | undefined): Record<string, string> =>
  forwardedFor === undefined ? { host: "shop.test" } : { host: "shop.test", "x-forwarded-for": forwardedFor };
const networkOf = (peer: string | undefined, forwardedFor: string | undefined, count: number) =>
  originOf(peer, headersOf(forwardedFor), { count, isProxy }).network;
const isLocal = (peer: string | undefined, headers: Record<string, string>, count: number) =>
  originOf(peer, headers, { count, isProxy }).isLocal;

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

test("forwarding headers of peers that are not proxies are ignored", () => {
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
  for (const count of [0, 1]) {
    expect(networkOf(undefined, undefined, count)).toBe("unknown");
    expect(isLocal(undefined, {}, count)).toBe(false);
  }
  const said: string[] = [];
  const origins = createOrigins({ count: 1, isProxy }, (line) => said.push(line));
  expect(origins(undefined, headersOf("203.0.113.9")).isLocal).toBe(false);
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
  for (const peer of ["127.0.0.1", "127.9.9.9", "::1", "::ffff:127.0.0.1"]) {
    expect(networkOf(peer, undefined, 0), peer).toBeNull();
  }
});

/** Headers that proxies, tunnels and CDNs add to forwarded requests, each with a usual value. */
const passedOn = {
  forwarded: "for=203.0.113.9;host=books.example;proto=https",
  "x-forwarded-for": "203.0.113.9",
  "x-forwarded-host": "books.example",
  "x-forwarded-proto": "https",
  "x-forwarded-port": "443",
  "x-forwarded-server": "proxy",
  "x-forwarded-prefix": "/",
  "x-forwarded": "203.0.113.9",
  "forwarded-for": "203.0.113.9",
  "x-original-forwarded-for": "203.0.113.9",
  "x-real-ip": "203.0.113.9",
  "x-client-ip": "203.0.113.9",
  "client-ip": "203.0.113.9",
  "x-cluster-client-ip": "203.0.113.9",
  "x-remote-ip": "203.0.113.9",
  "x-remote-addr": "203.0.113.9",
  "x-originating-ip": "203.0.113.9",
  "x-original-url": "/staff",
  "wl-proxy-client-ip": "203.0.113.9",
  via: "1.1 proxy",
  "cdn-loop": "cloudflare",
  "cf-connecting-ip": "203.0.113.9",
  "cf-connecting-ipv6": "2001:db8::1",
  "cf-ray": "8c",
  "true-client-ip": "203.0.113.9",
  "fastly-client-ip": "203.0.113.9",
  "fly-client-ip": "203.0.113.9",
  "do-connecting-ip": "203.0.113.9",
  "cloudfront-viewer-address": "203.0.113.9:1",
  "x-amzn-trace-id": "Root=1",
  "x-amz-cf-id": "a",
  "x-azure-clientip": "203.0.113.9",
  "x-appengine-user-ip": "203.0.113.9",
  "x-envoy-external-address": "203.0.113.9",
  "x-nf-client-connection-ip": "203.0.113.9",
  "x-varnish": "32770",
  "tailscale-user-login": "meera@example.com",
};

/** Headers that browsers and programs send themselves. */
const ofClients: Record<string, string> = {
  host: "localhost:3000",
  accept: "text/html",
  "accept-language": "en-IN",
  "user-agent": "Mozilla/5.0",
  origin: "http://localhost:3000",
  referer: "http://localhost:3000/",
  "sec-fetch-site": "same-origin",
  "sec-ch-ua-platform": "Linux",
  "sec-gpc": "1",
  dnt: "1",
  "x-requested-with": "XMLHttpRequest",
  "x-razorpay-signature": "a",
  "x-request-id": "a",
  traceparent: "00-a-b-01",
  "content-type": "text/plain",
  "cache-control": "no-cache",
  authorization: "Bearer a",
  "idempotency-key": "a",
};

test("a request is from this machine only when its connection is, and nothing says that it was passed on", () => {
  for (const count of [0, 1]) {
    for (const own of ["127.0.0.1", "127.8.8.8", "::1", "::ffff:127.0.0.1"]) {
      expect(isLocal(own, ofClients, count), own).toBe(true);
      for (const [name, value] of Object.entries(passedOn))
        for (const said of [value, "127.0.0.1", "::1", "localhost", ""])
          expect(isLocal(own, { ...ofClients, [name]: said }, count), `${own} ${name}: ${said}`).toBe(false);
    }
    for (const other of ["10.0.0.1", "203.0.113.9", "2001:db8::1"])
      for (const headers of [ofClients, headersOf("127.0.0.1"), { ...ofClients, "x-real-ip": "::1" }])
        expect(isLocal(other, headers, count), other).toBe(false);
  }
});

test("proxies that the shop was not told of are spoken of, each once, and not without end", () => {
  const said: string[] = [];
  const origins = (count: number) => {
    const networks = createOrigins({ count, isProxy }, (line) => said.push(line));
    return (peer: string, forwardedFor?: string) => networks(peer, headersOf(forwardedFor)).network;
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
