import { connect, type Socket } from "node:net";

/** What a round of load found. */
export interface Round {
  requests: number;
  seconds: number;
  /** Bytes of the last body, to be sure that all servers sent the same. */
  bodyBytes: number;
}

/**
 * Asks one address again and again over so many connections, each waiting for its answer, for so many seconds; if wished
 * as a proxy for many networks.
 * Written on sockets: Node's own client would cost more than the servers it measures.
 */
export async function sendRequests(
  port: number,
  path: string,
  seconds: number,
  connections: number,
  { fromManyNetworks = false } = {},
): Promise<Round> {
  const head = `GET ${path} HTTP/1.1\r\nHost: localhost:${port}\r\nAccept-Encoding: br\r\n`;
  let asked = 0;
  // The shop limits what one network may have rendered; a proxy names another one each time.
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
    let missing = -1; // bytes of the answer still to come; -1 while its head has not been read
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
