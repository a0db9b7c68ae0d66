import { createServer } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";

import { expect, onTestFinished, test } from "vitest";

import { findFreePort } from "#db/free-port.ts";
import { examineAddresses } from "./examine-address.ts";

const desk = { isDisabled: true as const, why: "" };

/** A server that answers with this text, under a host name that does not count as this machine. */
async function serve(text: string) {
  const server = createServer((_, response) => response.end(text)).listen(0, "0.0.0.0");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return `http://0.0.0.0:${(server.address() as AddressInfo).port}`;
}

test.each([
  ["the shop", "The shop is running.", "well", "leads to the shop"],
  ["another server", "It works!", "broken", "leads to another server, which answers with 200"],
])("an address that leads to %s", async (_, text, state, words) => {
  const publicUrl = await serve(text);
  expect(await examineAddresses({ publicUrl, desk })).toMatchObject([{ state, words: expect.stringContaining(words) }]);
});

test("an address without a server, or without a domain, is told apart", async () => {
  const nobody = `http://0.0.0.0:${await findFreePort()}`;
  const of = async (publicUrl: string, url: string) =>
    (await examineAddresses({ publicUrl, desk: { isDisabled: false, url } })).map(({ words }) => words);
  const [first, second] = await of("https://shop.invalid", nobody);
  expect(first).toContain("the domain has no address");
  expect(second).toContain("nothing answers there");
  expect(await of("http://localhost:3000", nobody)).toHaveLength(1);
  const [local] = await examineAddresses({ publicUrl: "http://localhost:3000", desk });
  expect(local!.advice).toContain("the person who looks after the server");
});
