import { connect, type Socket } from "node:net";

/** Result of a round of load. */
export interface Round {
  requests: number;
  seconds: number;
  /** The size of the last body in bytes, to check that all servers sent the same. */
  bodyBytes: number;
}

/**
 * Closed-loop load: requests one address for `seconds` over `connections` connections. Each connection waits for its
 * response before the next request. With `fromManyNetworks`, each request comes from another network, as through a
 * proxy. The client uses sockets directly, because Node's own client would take more CPU time than the servers that it
 * measures.
 */
export async function runClosedLoop(
  port: number,
  path: string,
  seconds: number,
  connections: number,
  { fromManyNetworks = false } = {},
): Promise<Round> {
  const head = `GET ${path} HTTP/1.1\r\nHost: localhost:${port}\r\nAccept-Encoding: br\r\n`;
  let asked = 0;
  // Requests come from many networks, because the shop limits the rendered pages per network.
  const nextNetwork = () => `X-Forwarded-For: 10.${(asked += 1) >> 16}.${(asked >> 8) & 255}.${asked & 255}\r\n`;
  const request = () => `${head}${fromManyNetworks ? nextNetwork() : ""}\r\n`;
  const end = performance.now() + seconds * 1000;
  const begun = performance.now();
  const results = await Promise.all(Array.from({ length: connections }, () => ask(port, request, end)));
  return {
    requests: results.reduce((sum, result) => sum + result.requests, 0),
    seconds: (performance.now() - begun) / 1000,
    bodyBytes: results[0]?.bodyBytes ?? 0,
  };
}

function ask(port: number, request: () => string, end: number): Promise<{ requests: number; bodyBytes: number }> {
  return new Promise((resolve, reject) => {
    const socket: Socket = connect(port, "127.0.0.1");
    let requests = 0;
    let missing = -1; // bytes of the response still to come; -1 until its head is read
    let bodyBytes = 0;
    let head = "";
    socket.setNoDelay(true);
    socket.on("error", reject);
    socket.on("connect", () => socket.write(request()));
    socket.on("data", (chunk) => {
      let length = chunk.length;
      if (missing === -1) {
        head += chunk.toString("latin1");
        const split = head.indexOf("\r\n\r\n");
        if (split === -1) return;
        if (!head.startsWith("HTTP/1.1 200")) return reject(new Error(head.slice(0, head.indexOf("\r\n"))));
        bodyBytes = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? Number.NaN);
        if (Number.isNaN(bodyBytes)) return reject(new Error("The answer has no content-length."));
        length = head.length - split - 4;
        missing = bodyBytes;
        head = "";
      }
      missing -= length;
      if (missing > 0) return;
      missing = -1;
      requests += 1;
      if (performance.now() < end) socket.write(request());
      else socket.end(() => resolve({ requests, bodyBytes }));
    });
  });
}
