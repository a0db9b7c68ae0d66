/** Tests the download of pictures: redirects, limits of size and time, and that it reaches no private address. */

import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";

import { afterAll, expect, test } from "vitest";

import { jpegOf } from "#tests/support/pictures.ts";
import { fetchPicture, publicInternet, type Network } from "./fetch-picture.server.ts";
import { isPublicAddress } from "./public-addresses.ts";

const picture = await jpegOf(300, 450);
const asked: string[] = [];

const answers: Record<string, RequestListener> = {
  "/cover.jpg": (_, response) => response.writeHead(200, { "content-type": "image/jpeg" }).end(picture),
  "/untyped": (_, response) => response.writeHead(200).end(picture),
  "/page.html": (_, response) => response.writeHead(200, { "content-type": "text/html" }).end("<p>Sign in"),
  "/drawing.svg": (_, response) => response.writeHead(200, { "content-type": "image/svg+xml" }).end("<svg/>"),
  "/gone": (_, response) => response.writeHead(410).end(),
  "/large": (_, response) =>
    response.writeHead(200, { "content-type": "image/jpeg", "content-length": 5_000_000 }).end(Buffer.alloc(5_000_000)),
  "/endless": (_, response) => {
    response.writeHead(200, { "content-type": "image/jpeg" });
    const more = () => response.write(Buffer.alloc(64 * 1024), (error) => !error && setImmediate(more));
    more();
  },
  "/silent": () => {},
  "/slow": (_, response) => void response.writeHead(200, { "content-type": "image/jpeg" }).write("\u00ff"),
  "/inward": (_, response) => response.writeHead(302, { location: "http://inward.example/cover.jpg" }).end(),
  "/literal": (_, response) => response.writeHead(302, { location: "http://[::ffff:7f00:1]/latest/meta-data" }).end(),
  "/file": (_, response) => response.writeHead(302, { location: "file:///etc/passwd" }).end(),
  "/nowhere": (_, response) => response.writeHead(302).end(),
};
for (const left of [0, 1, 2, 3, 4])
  answers[`/moved-${left}`] = (_, response) =>
    response.writeHead(301, { location: left > 1 ? `/moved-${left - 1}` : "/cover.jpg" }).end();

const server = createServer((request, response) => {
  asked.push(`${request.headers.host?.split(":")[0]}${request.url}`);
  answers[request.url!]!(request, response);
});
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
const { port } = server.address() as AddressInfo;
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/**
 * A network in which `covers.example` resolves to the test's server, as if it were a public one; other addresses follow
 * the usual rule.
 */
const outside = `http://covers.example:${port}`;
const network: Network = {
  async resolve(host) {
    if (host === "covers.example") return ["127.0.0.1"];
    if (host === "inward.example") return ["10.0.0.7"];
    if (host === "both.example") return ["127.0.0.1", "10.0.0.7"];
    return [];
  },
  isAllowed: (address) => address === "127.0.0.1" || isPublicAddress(address),
};
const small = { maxBytes: 1024 * 1024, timeoutMs: 1500 };

test("a picture is fetched, also where it has moved to, and without a type", async () => {
  for (const path of ["/cover.jpg", "/untyped", "/moved-3"])
    expect((await fetchPicture(outside + path, network, small)).equals(picture), path).toBe(true);
});

test("a link leads to no address that is not public, also not on its way", async () => {
  asked.splice(0);
  const words = "It points to an address that is not public.";
  for (const link of [
    `http://127.0.0.1:${port}/cover.jpg`,
    `http://localhost:${port}/cover.jpg`,
    `http://2130706433:${port}/cover.jpg`,
    `http://0x7f.1:${port}/cover.jpg`,
    `http://[::1]:${port}/cover.jpg`,
    `http://[::ffff:127.0.0.1]:${port}/cover.jpg`,
    "http://169.254.169.254/latest/meta-data",
  ])
    await expect(fetchPicture(link, publicInternet, small), link).rejects.toThrow(words);
  expect(asked).toEqual([]);
  for (const link of ["http://inward.example/x", "http://both.example/x", `${outside}/inward`, `${outside}/literal`])
    await expect(fetchPicture(link, network, small), link).rejects.toThrow(words);
  expect(asked).toEqual(["covers.example/inward", "covers.example/literal"]);
});

test("the address that was looked at is the one that is asked, whatever the name leads to a moment later", async () => {
  let times = 0;
  const rebinding: Network = {
    ...network,
    resolve: async () => {
      times += 1;
      return times === 1 ? ["127.0.0.1"] : ["10.0.0.7"];
    },
  };
  await fetchPicture(`http://rebinding.example:${port}/cover.jpg`, rebinding, small);
  expect(times).toBe(1);
  await expect(fetchPicture(`http://rebinding.example:${port}/moved-1`, rebinding, small)).rejects.toThrow(
    "not public",
  );
});

const refused: [path: string, reason: string][] = [
  ["/moved-4", "It redirects more than 3 times."],
  ["/page.html", "The server sent text/html, which is no picture."],
  ["/drawing.svg", "The server sent image/svg+xml, which is no picture."],
  ["/gone", "The server responded with 410."],
  ["/large", "The picture is larger than 1 MB."],
  ["/endless", "The picture is larger than 1 MB."],
  ["/silent", "The server took longer than 1.5 seconds."],
  ["/slow", "The server took longer than 1.5 seconds."],
  ["/file", "Its protocol is file:, not http: or https:."],
  ["/nowhere", "It redirects to an invalid address."],
];

test.each(refused)("%s is refused: %s", async (path, reason) => {
  await expect(fetchPicture(outside + path, network, small)).rejects.toThrow(reason);
});

test("a host that does not exist, or is not there, is said", async () => {
  await expect(fetchPicture("http://nobody.example/x", network, small)).rejects.toThrow("Its server has no address.");
  await expect(fetchPicture("http://covers.example:9/x", network, small)).rejects.toThrow(
    "The download failed (ECONNREFUSED).",
  );
  await expect(fetchPicture("http://a:b@covers.example/x", network, small)).rejects.toThrow(
    "It contains a user name or a password.",
  );
});

test("what is public is told from what is not", () => {
  const inside =
    "0.0.0.0 10.1.2.3 100.64.0.1 100.127.255.255 127.0.0.1 127.255.0.1 169.254.169.254 172.16.0.1 172.31.255.255 " +
    "192.0.0.1 192.168.1.1 198.18.0.1 203.0.113.9 224.0.0.1 239.255.255.250 240.0.0.1 255.255.255.255 " +
    ":: ::1 ::ffff:8.8.8.8 ::ffff:10.0.0.1 ::127.0.0.1 64:ff9b::a00:1 100::1 fc00::1 fd12::1 fe80::1 fe80::1%eth0 fec0::1 " +
    "ff02::1 2001::1 2001:db8::1 2002:a00:1::1 3fff::1 no-address";
  for (const address of inside.split(" ")) expect(isPublicAddress(address), address).toBe(false);
  const outside = "1.1.1.1 8.8.8.8 100.63.255.255 100.128.0.1 172.15.0.1 172.32.0.1 2606:4700::1111 2a00:1450::1";
  for (const address of outside.split(" ")) expect(isPublicAddress(address), address).toBe(true);
});
