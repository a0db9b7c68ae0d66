import { lookup } from "node:dns/promises";
import { request as requestHttp, type IncomingMessage } from "node:http";
import { request as requestHttps } from "node:https";
import { isIP, type LookupFunction } from "node:net";

import { isPublicAddress } from "./public-addresses.ts";
import { PictureRefusedError } from "./read-picture.server.ts";

/** How a name becomes addresses, and which of them may be asked. */
export interface Network {
  /** Every address of a host. */
  resolve: (host: string) => Promise<string[]>;
  isAllowed: (address: string) => boolean;
}

/** The public internet, and nothing else. */
export const publicInternet: Network = {
  resolve: async (host) => (await lookup(host, { all: true })).map(({ address }) => address),
  isAllowed: isPublicAddress,
};

/** What somebody else's server may cost. */
export interface FetchLimits {
  maxBytes: number;
  /** For everything, redirects included. */
  timeoutMs: number;
}

const usualLimits: FetchLimits = { maxBytes: 10 * 1024 * 1024, timeoutMs: 10_000 };

const maxRedirects = 3;
const pictureTypes = /^(image\/(?!svg)[\w.+-]+|application\/octet-stream|binary\/octet-stream)$/;

/**
 * Fetches a picture from somebody else's server. Links come from files that others wrote, so a link never leads into the
 * shop's own network: each address is looked at after its name is resolved, and that very address is asked. Throws
 * PictureRefusedError, which says why there is no picture.
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
    throw refusal(`It leads on more than ${maxRedirects} times`);
  } catch (error) {
    if (error instanceof PictureRefusedError) throw error;
    if (signal.aborted) throw refusal(`The server took longer than ${timeoutMs / 1000} seconds`);
    throw refusal(`The server gave no answer (${(error as NodeJS.ErrnoException).code ?? (error as Error).message})`);
  }
}

async function ask(url: URL, network: Network, signal: AbortSignal): Promise<IncomingMessage> {
  if (url.protocol !== "https:" && url.protocol !== "http:")
    throw refusal(`It leads to ${url.protocol}, not to the web`);
  if (url.username || url.password) throw refusal("It has a password in it");
  const address = await findAddress(url, network, signal);
  const family = isIP(address);
  // The name is not resolved a second time: it could lead elsewhere by then.
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
        // Node hands an address that stands in the link itself to no lookup, so what was reached is looked at too.
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

/** One address of a host, when all of them may be asked: a name that leads inward as well is not trusted. */
async function findAddress({ hostname }: URL, network: Network, signal: AbortSignal): Promise<string> {
  const host = hostname.replace(/^\[|\]$/g, "");
  const addresses = isIP(host) ? [host] : await withSignal(network.resolve(host), signal);
  const [first] = addresses;
  if (first === undefined) throw refusal("Its server has no address");
  if (!addresses.every((address) => network.isAllowed(address))) throw notPublic();
  return first;
}

/** A name server that does not answer cannot be told to stop, but nobody waits for it. */
function withSignal<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return Promise.race([
    work,
    new Promise<never>((_, reject) => signal.addEventListener("abort", () => reject(signal.reason), { once: true })),
  ]);
}

function redirectOf({ statusCode = 0, headers }: IncomingMessage, from: URL): URL | null {
  if (statusCode === 200) return null;
  if (![301, 302, 303, 307, 308].includes(statusCode)) throw refusal(`The server answered ${statusCode}`);
  if (!headers.location || !URL.canParse(headers.location, from)) throw refusal("It leads on to nowhere");
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
  return refusal("It leads to an address that is not public");
}

function refusal(reason: string) {
  return new PictureRefusedError(`${reason}.`);
}
