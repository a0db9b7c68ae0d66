import { ServerRouter, type EntryContext, type RouterContextProvider } from "react-router";

import { contentSecurityPolicy } from "#app/http/content-security-policy.ts";
import { databaseDownContext, errorReferenceContext, nonceContext, servicesContext } from "#app/http/context.ts";
import { DatabaseDown } from "#app/http/database-down.ts";
import { ErrorReference } from "#app/http/error-reference.ts";
import { PageNonce } from "#app/http/page-nonce.ts";
import { renderPage } from "#app/http/render-page.server.ts";
import { deskGoogleContext } from "#desk/http/context.ts";

export { handleError } from "#app/http/render-page.server.ts";

/**
 * Renders a page of the desk without streaming. The content security policy allows the desk itself, forms to Google,
 * the shop in a frame (preview of the storefront), and WebAssembly (bar codes). All pages have the same policy, because
 * the router changes pages without loading a new document.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entryContext: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const nonce = context.get(nonceContext) ?? undefined;
  const html = await renderPage(entryContext, nonce, (routerContext) => (
    <PageNonce value={nonce}>
      <ErrorReference value={context.get(errorReferenceContext)}>
        <DatabaseDown value={context.get(databaseDownContext)}>
          <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
        </DatabaseDown>
      </ErrorReference>
    </PageNonce>
  ));
  headers.set("content-type", "text/html; charset=utf-8");
  // The shop in previews, and the desk's own preview of an e-mail.
  const framed = [context.get(servicesContext).settings.publicUrl, "'self'"];
  const hosts = { framed, form: [context.get(deskGoogleContext).origin], wasm: true };
  if (import.meta.env.PROD) headers.set("content-security-policy", contentSecurityPolicy(html, nonce, hosts));
  return new Response(html, { status, headers });
}
