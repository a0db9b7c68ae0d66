import { randomInt } from "node:crypto";
import { PassThrough } from "node:stream";

import { renderToPipeableStream } from "react-dom/server";
import { isRouteErrorResponse, ServerRouter, type EntryContext, type RouterContextProvider } from "react-router";

import { nonceContext, cspContext, documentHeadContext, errorReferenceContext } from "./http/context.ts";
import { PageNonce } from "./http/page-nonce.ts";
import { contentSecurityPolicy } from "./http/content-security-policy.ts";
import { DocumentHeadContext } from "./http/document-head.ts";
import { ErrorReference } from "./http/error-reference.ts";
import { scriptsAfterPaint } from "./http/scripts-after-paint.ts";

/** Renders a page whole: what decides its status is known before the first byte, and its scripts can be hashed. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entryContext: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const nonce = context.get(nonceContext) ?? undefined;
  const page = (
    <PageNonce value={nonce}>
      <ErrorReference value={context.get(errorReferenceContext)}>
        <DocumentHeadContext value={context.get(documentHeadContext)}>
          <ServerRouter context={entryContext} url={request.url} nonce={nonce} />
        </DocumentHeadContext>
      </ErrorReference>
    </PageNonce>
  );
  const rendered = await renderWhole(page, nonce);
  const html = import.meta.env.PROD ? scriptsAfterPaint(rendered) : rendered;
  headers.set("content-type", "text/html; charset=utf-8");
  if (import.meta.env.PROD)
    headers.set("content-security-policy", contentSecurityPolicy(html, nonce, context.get(cspContext)));
  return new Response(html, { status, headers });
}

/**
 * Expected refusals, the router's own included, are answers, not errors; only what nobody foresaw is logged, under a
 * number that the error page shows as well.
 */
export function handleError(
  error: unknown,
  { request, context }: { request: Request; context: Readonly<RouterContextProvider> },
): void {
  const isRefusal = isRouteErrorResponse(error) && error.status < 500;
  if (isRefusal || request.signal.aborted) return;
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

function renderWhole(page: React.ReactElement, nonce: string | undefined): Promise<string> {
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
