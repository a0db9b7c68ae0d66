import { once } from "node:events";
import type { AddressInfo } from "node:net";

import { serve, type ServerType } from "@hono/node-server";

import { createGoogleStandIn, type GoogleStandIn, type GoogleStandInOptions } from "#stand-ins/google/google.ts";

/** Google's stand-in on an origin of its own, in the test's process. */
export interface OutsideGoogle {
  standIn: GoogleStandIn;
  issuer: string;
  clientId: string;
  clientSecret: string;
  close: () => Promise<void>;
}

const clientId = "endpaper-tests";
const clientSecret = "google_tests_secret";

/** Opens a stand-in on a free port, or under a path of it. */
export async function openOutsideGoogle(
  options: Pick<GoogleStandInOptions, "redirectUris"> & Partial<GoogleStandInOptions> & { basePath?: string },
): Promise<OutsideGoogle> {
  const { basePath = "", ...rest } = options;
  const server: ServerType = serve({ port: 0, hostname: "127.0.0.1", fetch: (request) => standIn.fetch(request) });
  await once(server, "listening");
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}${basePath}`;
  const standIn = createGoogleStandIn({ issuer, clientId, clientSecret, control: true, ...rest });
  return {
    standIn,
    issuer,
    clientId,
    clientSecret,
    async close() {
      if ("closeAllConnections" in server) server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
