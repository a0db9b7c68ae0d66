import { randomInt } from "node:crypto";
import { PassThrough } from "node:stream";

import type { ReactElement } from "react";
import { renderToPipeableStream } from "react-dom/server";
import { isRouteErrorResponse, type RouterContextProvider } from "react-router";

import { errorReferenceContext, noticeErrorContext } from "./context.ts";

/**
 * Expected refusals, the router's own included, are answers, not errors; only what nobody foresaw is logged, under a
 * number that the error page shows as well.
 */
export function handleError(
  error: unknown,
  { request, context }: { request: Request; context: Readonly<RouterContextProvider> },
): void {
  const isRefusal = isRouteErrorResponse(error) && error.status < 500;
  if (isRefusal || request.signal.aborted || context.get(noticeErrorContext)(error)) return;
  const reference = String(randomInt(1e8))
    .padStart(8, "0")
    .replace(/(?<=^....)/, " ");
  (context as RouterContextProvider).set(errorReferenceContext, reference);
  console.error(`Trouble ${reference}:`, withoutValues(error));
}

/** What PostgreSQL refused, as its message and the places in the code: its details are readers' names and addresses. */
function withoutValues(error: unknown): unknown {
  return error instanceof Error && "severity" in error ? error.stack : error;
}

/** The whole page as HTML, once everything in it is there; rejects when not even its frame could be drawn. */
export function renderWhole(page: ReactElement, nonce: string | undefined): Promise<string> {
  return new Promise((resolve, reject) => {
    let failure: unknown;
    const { pipe } = renderToPipeableStream(page, {
      nonce,
      // React moves a late part of a large page behind the footer and needs a script to put it back.
      progressiveChunkSize: Infinity,
      onAllReady() {
        if (failure) console.error(withoutValues(failure));
        const chunks: Buffer[] = [];
        const sink = new PassThrough();
        sink.on("data", (chunk: Buffer) => chunks.push(chunk));
        sink.on("end", () => resolve(Buffer.concat(chunks).toString("utf8")));
        pipe(sink);
      },
      onShellError: reject,
      onError(error) {
        failure = error;
      },
    });
  });
}
