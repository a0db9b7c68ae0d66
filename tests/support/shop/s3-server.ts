import { afterAll } from "vitest";

import { openServer } from "#stand-in-kit/open-server.ts";
import { refusal } from "#stand-ins/s3/answers.ts";
import { createS3StandIn, type S3StandIn } from "#stand-ins/s3/s3.ts";

/** An S3 stand-in on a port of its own. */
export interface S3Server {
  /** The address of its only bucket. */
  url: string;
  objects: S3StandIn["objects"];
  uploads: S3StandIn["uploads"];
  /** While set, every request gets this status. */
  fails: { status: number | null };
  /** If set, the function's response replaces that of the store, unless it is null. */
  before: { answer: ((request: Request) => Response | null) | null };
}

export const s3Keys = { region: "ap-south-1", accessKeyId: "AKIDEXAMPLE", secretAccessKey: "a/secret+of/the/tests" };

/** Opens an S3 stand-in for a test file. */
export async function openS3Server(bucket = "covers", pageSize?: number): Promise<S3Server> {
  const fails: S3Server["fails"] = { status: null };
  const before: S3Server["before"] = { answer: null };
  const store = createS3StandIn({ ...s3Keys, bucketPath: `/${bucket}`, pageSize });
  const { origin, close } = await openServer((request) =>
    fails.status === null ? (before.answer?.(request) ?? store.fetch(request)) : refusal(fails.status, "InternalError"),
  );
  afterAll(close);
  const url = `${origin}/${bucket}`;
  return { url, objects: store.objects, uploads: store.uploads, fails, before };
}
