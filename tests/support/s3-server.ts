import { once } from "node:events";
import type { AddressInfo } from "node:net";

import { serve, type ServerType } from "@hono/node-server";
import { afterAll } from "vitest";

import { createS3StandIn, refusal, type S3StandIn } from "#stand-ins/s3/s3.ts";

/** A store that speaks S3, on a port of its own. */
export interface S3Server {
  /** The address of its one bucket. */
  url: string;
  objects: S3StandIn["objects"];
  /** Answers every request with this status while it is set. */
  fails: { status: number | null };
}

export const s3Keys = { region: "ap-south-1", accessKeyId: "AKIDEXAMPLE", secretAccessKey: "a/secret+of/the/tests" };

/** Opens one for a test file. */
export async function openS3Server(): Promise<S3Server> {
  const fails: S3Server["fails"] = { status: null };
  const store = createS3StandIn({ ...s3Keys, bucketPath: "/covers" });
  const server: ServerType = serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: (request) => (fails.status === null ? store.fetch(request) : refusal(fails.status, "InternalError")),
  });
  await once(server, "listening");
  afterAll(async () => {
    if ("closeAllConnections" in server) server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/covers`, objects: store.objects, fails };
}
