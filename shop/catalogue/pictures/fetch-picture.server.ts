/**
 * Downloads a picture from a third-party server, with limits, and with protection against links into the private
 * network (SSRF).
 */

import { codeOf } from "#db/transaction.ts";
import { messageOf } from "#shop/kernel/text/message-of.ts";
import { lookup } from "node:dns/promises";
import { request as requestHttp, type IncomingMessage } from "node:http";
import { request as requestHttps } from "node:https";
import { isIP, type LookupFunction } from "node:net";

import { isPublicAddress } from "./public-addresses.ts";
import { PictureRefusedError } from "./read-picture.server.ts";

/** How host names are resolved, and which addresses may be contacted. */
export interface Network {
  /** Resolves a host to all of its addresses. */
  resolve: (host: string) => Promise<string[]>;
  isAllowed: (address: string) => boolean;
}

/** Allows public addresses only. */
export const publicInternet: Network = {
  resolve: async (host) => (await lookup(host, { all: true })).map(({ address }) => address),
  isAllowed: isPublicAddress,
};

/** Limits of a download, because the server is not trusted. */
export interface FetchLimits {
  maxBytes: number;
  /** The timeout of the complete download, including redirects, in milliseconds. */
  timeoutMs: number;
}

const usualLimits: FetchLimits = { maxBytes: 10 * 1024 * 1024, timeoutMs: 10_000 };

const maxRedirects = 3;
const pictureTypes = /^(image\/(?!svg)[\w.+-]+|application\/octet-stream|binary\/octet-stream)$/;

/**
 * Downloads a picture from a third-party server. Links come from imported files, so a link must not reach the shop's
 * own network (SSRF): all resolved addresses are checked, and the connection is made to the first of them. Throws
 * PictureRefusedError, whose message gives the reason.
 */
export async function fetchPicture(
  link: string,
  network: Network = publicInternet,
  { maxBytes, timeoutMs }: FetchLimits = usualLimits,
): Promise<Buffer> {
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    let url = new URL(link);
    for (let redirects = 0; redirects <= maxRedirects; redirects++) {
      const response = await ask(url, network, signal);
      try {
        const next = redirectOf(response, url);
        if (!next) return await readBody(response, maxBytes);
        url = next;
      } finally {
        response.destroy();
      }
    }
    throw refusal(`It redirects more than ${maxRedirects} times`);
  } catch (error) {
    if (error instanceof PictureRefusedError) throw error;
    if (signal.aborted) throw refusal(`The server took longer than ${timeoutMs / 1000} seconds`);
    throw refusal(`The download failed (${codeOf(error) ?? messageOf(error)})`);
  }
}

async function ask(url: URL, network: Network, signal: AbortSignal): Promise<IncomingMessage> {
  if (url.protocol !== "https:" && url.protocol !== "http:")
    throw refusal(`Its protocol is ${url.protocol}, not http: or https:`);
  if (url.username || url.password) throw refusal("It contains a user name or a password");
  const address = await findAddress(url, network, signal);
  const family = isIP(address);
  // Do not resolve the name again, because the second result could be another address (DNS rebinding).
  const lookup: LookupFunction = (_host, options, callback) =>
    options.all ? callback(null, [{ address, family }]) : callback(null, address, family);
  const request = url.protocol === "https:" ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const asked = request(
      url,
      {
        agent: false,
        lookup,
        signal,
        headers: { accept: "image/avif,image/webp,image/*", "accept-encoding": "identity", "user-agent": "Endpaper" },
      },
      (response) => {
        // Node does not call `lookup` for an IP address in the link, so check the address connected to as well.
        const reached = response.socket.remoteAddress ?? "";
        if (network.isAllowed(reached)) return resolve(response);
        response.destroy();
        reject(notPublic());
      },
    );
    asked.on("error", reject);
    asked.end();
  });
}

/**
 * The first address of a host, if all of them are allowed: a name that also resolves to a private address is not
 * trusted.
 */
async function findAddress({ hostname }: URL, network: Network, signal: AbortSignal): Promise<string> {
  const host = hostname.replace(/^\[|\]$/g, "");
  const addresses = isIP(host) ? [host] : await withSignal(network.resolve(host), signal);
  const [first] = addresses;
  if (first === undefined) throw refusal("Its server has no address");
  if (!addresses.every((address) => network.isAllowed(address))) throw notPublic();
  return first;
}

/** Rejects when the signal aborts; the resolution itself cannot be cancelled. */
function withSignal<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return Promise.race([
    work,
    new Promise<never>((_, reject) => signal.addEventListener("abort", () => reject(signal.reason), { once: true })),
  ]);
}

function redirectOf({ statusCode = 0, headers }: IncomingMessage, from: URL): URL | null {
  if (statusCode === 200) return null;
  if (![301, 302, 303, 307, 308].includes(statusCode)) throw refusal(`The server responded with ${statusCode}`);
  if (!headers.location || !URL.canParse(headers.location, from)) throw refusal("It redirects to an invalid address");
  return new URL(headers.location, from);
}

async function readBody(response: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const [mediaType = ""] = (response.headers["content-type"] ?? "application/octet-stream").split(";");
  const type = mediaType.trim().toLowerCase();
  if (!pictureTypes.test(type)) throw refusal(`The server sent ${type.slice(0, 60)}, which is no picture`);
  const tooLarge = () => refusal(`The picture is larger than ${maxBytes / 1024 / 1024} MB`);
  if (Number(response.headers["content-length"] ?? 0) > maxBytes) throw tooLarge();
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function notPublic() {
  return refusal("It points to an address that is not public");
}

function refusal(reason: string) {
  return new PictureRefusedError(`${reason}.`);
}
