import { ServerRouter, type EntryContext, type RouterContextProvider } from "react-router";

import {
  cspContext,
  databaseDownContext,
  documentHeadContext,
  errorReferenceContext,
  lookPreviewContext,
  nonceContext,
  servicesContext,
} from "./http/context.ts";
import { PageNonce } from "./http/page-nonce.ts";
import { contentSecurityPolicy } from "./http/content-security-policy.ts";
import { DatabaseDown } from "./http/database-down.ts";
import { DocumentHeadContext } from "./http/document-head.ts";
import { ErrorReference } from "./http/error-reference.ts";
import { renderPage } from "./http/render-page.server.ts";
import { scriptsAfterPaint } from "./http/scripts-after-paint.ts";

export { handleError } from "./http/render-page.server.ts";

/** Renders a whole page before sending it, so that its status is final and its inline scripts can be hashed. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entryContext: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const nonce = context.get(nonceContext) ?? undefined;
  const rendered = await renderPage(entryContext, nonce, (routerContext) => (
    <PageNonce value={nonce}>
      <ErrorReference value={context.get(errorReferenceContext)}>
        <DatabaseDown value={context.get(databaseDownContext)}>
          <DocumentHeadContext value={context.get(documentHeadContext)}>
            <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
          </DocumentHeadContext>
        </DatabaseDown>
      </ErrorReference>
    </PageNonce>
  ));
  const html = import.meta.env.PROD ? scriptsAfterPaint(rendered) : rendered;
  headers.set("content-type", "text/html; charset=utf-8");
  const { deskUrl } = context.get(servicesContext).settings;
  // Only the desk may frame a preview.
  const ancestor = deskUrl !== null && context.get(lookPreviewContext) ? { ancestor: [deskUrl] } : {};
  const hosts = { ...context.get(cspContext), ...ancestor };
  if (import.meta.env.PROD) headers.set("content-security-policy", contentSecurityPolicy(html, nonce, hosts));
  return new Response(html, { status, headers });
}
