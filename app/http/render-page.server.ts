import { randomInt } from "node:crypto";
import { PassThrough } from "node:stream";

import type { ReactElement } from "react";
import { renderToPipeableStream } from "react-dom/server";
import { isRouteErrorResponse, type RouterContextProvider } from "react-router";

import { errorReferenceContext, reportErrorContext } from "./context.ts";

/**
 * Logs unexpected errors under a reference that the error page shows. Ignores status codes below 500, aborted requests,
 * and database outages, which are logged elsewhere.
 */
export function handleError(
  error: unknown,
  { request, context }: { request: Request; context: Readonly<RouterContextProvider> },
): void {
  const isRefusal = isRouteErrorResponse(error) && error.status < 500;
  if (isRefusal || request.signal.aborted || context.get(reportErrorContext)(error)) return;
  const reference = String(randomInt(1e8))
    .padStart(8, "0")
    .replace(/(?<=^....)/, " ");
  (context as RouterContextProvider).set(errorReferenceContext, reference);
  console.error(`Trouble ${reference}:`, withoutValues(error));
}

/** Reduces a PostgreSQL error to message and stack: its details contain names and addresses of readers. */
function withoutValues(error: unknown): unknown {
  return error instanceof Error && "severity" in error ? error.stack : error;
}

/**
 * Renders a page to HTML once all its content is ready; rejects if the content outside of all Suspense boundaries
 * fails.
 */
export function renderPage(page: ReactElement, nonce: string | undefined): Promise<string> {
  return new Promise((resolve, reject) => {
    let failure: unknown;
    const { pipe } = renderToPipeableStream(page, {
      nonce,
      // Otherwise React moves late parts of a large page behind the footer and needs a script to move them back.
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
