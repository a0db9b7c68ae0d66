import { Agent, request } from "node:http";

/** What readers were answered with, in milliseconds from the question to the end of its answer. */
export interface Crowd {
  served: number[];
  refused: number[];
  other: number;
}

/** Who is refused asks again after a second: sooner than the answer says. */
const patienceMs = 1_000;

/**
 * Readers of networks of their own who ask over so many connections, each again as soon as it is answered, until the
 * function that this returns is called.
 */
export function sendUntil(port: number, pathOf: (number: number) => string, connections: number): () => Promise<Crowd> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const crowd: Crowd = { served: [], refused: [], other: 0 };
  let isOver = false;
  let asked = 0;
  const readers = Array.from({ length: connections }, async () => {
    while (!isOver) await ask((asked += 1));
  });
  return async () => {
    isOver = true;
    await Promise.all(readers);
    agent.destroy();
    return crowd;
  };

  function ask(number: number): Promise<void> {
    const begun = performance.now();
    const network = `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`;
    const headers = { accept: "text/html", "accept-encoding": "br", "x-forwarded-for": network };
    return new Promise((resolve) => {
      const fail = () => {
        if (!isOver) crowd.other += 1;
        resolve();
      };
      request({ port, host: "127.0.0.1", path: pathOf(number), agent, headers }, (response) => {
        response.resume();
        response.on("end", () => {
          const took = performance.now() - begun;
          if (response.statusCode === 200) crowd.served.push(took);
          else if (response.statusCode === 503) crowd.refused.push(took);
          else crowd.other += 1;
          if (response.statusCode === 503 && !isOver) setTimeout(resolve, patienceMs);
          else resolve();
        });
        response.on("error", fail);
      })
        .on("error", fail)
        .end();
    });
  }
}
