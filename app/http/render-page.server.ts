import { randomInt } from "node:crypto";
import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";

import type { ReactElement } from "react";
import { renderToPipeableStream, renderToString } from "react-dom/server";
import { isRouteErrorResponse, type EntryContext, type RouterContextProvider } from "react-router";

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
 * Renders a page to HTML with all its content and the loaders' data; rejects if the content outside of all Suspense
 * boundaries fails. `page` gets the context for `ServerRouter`.
 */
export async function renderPage(
  { serverHandoffStream: loaderData, ...context }: EntryContext,
  nonce: string | undefined,
  page: (context: EntryContext) => ReactElement,
): Promise<string> {
  // Costs half of streaming, but cannot wait for code that is not loaded yet.
  const shell = renderToString(page(context));
  const html = shell.includes(incompleteBoundary)
    ? await renderStream(page(context), nonce)
    : `<!DOCTYPE html>${shell}`;
  return loaderData ? addLoaderData(html, loaderData, nonce) : html;
}

/** Written by React for a Suspense boundary that shows its fallback. */
const incompleteBoundary = "<!--$!-->";

function renderStream(page: ReactElement, nonce: string | undefined): Promise<string> {
  return new Promise((resolve, reject) => {
    let failure: unknown;
    const { pipe } = renderToPipeableStream(page, {
      nonce,
      // Otherwise React moves late parts of a large page behind the footer and needs a script to move them back.
      progressiveChunkSize: Infinity,
      onAllReady() {
        if (failure) console.error(withoutValues(failure));
        const sink = new PassThrough();
        text(sink).then(resolve, reject);
        pipe(sink);
      },
      onShellError: reject,
      onError(error) {
        failure = error;
      },
    });
  });
}

/**
 * Adds the loaders' data to a page, for the router in the browser. React Router would add them itself, as a part of the
 * page that is ready later.
 */
async function addLoaderData(html: string, loaderData: ReadableStream, nonce: string | undefined): Promise<string> {
  const data = JSON.stringify(await text(loaderData)).replaceAll("<", String.raw`\u003c`);
  const open = nonce ? `<script nonce="${nonce}">` : "<script>";
  const controller = "window.__reactRouterContext.streamController";
  const end = html.lastIndexOf("</body>");
  return `${html.slice(0, end)}${open}${controller}.enqueue(${data});${controller}.close();</script>${html.slice(end)}`;
}
