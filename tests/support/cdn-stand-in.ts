import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A CDN with one cache, which keeps what `s-maxage` allows until one of its keys is purged. */
export interface CdnStandIn {
  /** The address of the pages. */
  url: string;
  purgeUrl: string;
  /** The purge requests, such as `POST many book-godan`, with their secrets. */
  purges: string[];
  secrets: Set<string | undefined>;
  /** The status with which purges are answered; only 200 purges. */
  status: number;
  close: () => Promise<void>;
}

interface Kept {
  body: Buffer;
  headers: [string, string][];
  keys: string[];
  at: number;
  until: number;
}

/** Opens the CDN on a port. It requests pages by `origin`. */
export async function openCdnStandIn(origin: (path: string) => Promise<Response>): Promise<CdnStandIn> {
  const pages = new Map<string, Kept>();

  async function read(path: string): Promise<Kept> {
    const response = await origin(path);
    const seconds = Number(/s-maxage=(\d+)/.exec(response.headers.get("cache-control") ?? "")?.[1] ?? 0);
    const at = Date.now();
    return {
      body: Buffer.from(await response.arrayBuffer()),
      headers: [...response.headers].filter(([name]) => !/^(content-encoding|content-length)$/.test(name)),
      keys: response.headers.get("surrogate-key")?.split(" ") ?? [],
      at,
      until: at + seconds * 1_000,
    };
  }

  const server = createServer(async (request, response) => {
    const { url = "", headers } = request;
    if (url === "/purge") {
      const keys = String(headers["surrogate-key"]);
      cdn.purges.push(`${request.method} ${keys}`);
      cdn.secrets.add(headers.authorization);
      const purged = new Set(keys.split(" "));
      if (cdn.status === 200)
        for (const [path, page] of pages) if (page.keys.some((key) => purged.has(key))) pages.delete(path);
      return void response.writeHead(cdn.status).end();
    }
    let page = pages.get(url);
    if (!page || page.until <= Date.now()) {
      page = await read(url).catch(() => page);
      if (!page) return void response.writeHead(502).end();
      if (page.until > page.at) pages.set(url, page);
    }
    const age = Math.floor((Date.now() - page.at) / 1_000);
    response.writeHead(200, [...page.headers.flat(), "age", String(age)]).end(page.body);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const cdn: CdnStandIn = {
    url,
    purgeUrl: `${url}/purge`,
    purges: [],
    secrets: new Set(),
    status: 200,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
  return cdn;
}
