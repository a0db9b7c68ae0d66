import { once } from "node:events";
import { createServer, type Server } from "node:net";

/** Finds a free TCP port on 127.0.0.1. */
export async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const port = portOf(probe);
  probe.close();
  await once(probe, "close");
  return port;
}

/** The TCP port on which a server listens. */
export function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server does not listen on a TCP port.");
  return address.port;
}
