import { redirect, type MiddlewareFunction, type RouterContextProvider } from "react-router";

import { frameContext, lookPreviewContext, openingSoonContext, servicesContext } from "#app/http/context.ts";
import { findRoute } from "#routing/find-route.ts";
import { isOfOpenShop } from "#routing/before-opening.ts";
import { href } from "#routing/href.ts";
import { openingPreview } from "#shop/kernel/look/look.ts";
import { isPreviewingShop } from "./shop-preview.server.ts";

/**
 * Shows only that the shop opens soon, as long as it is not open or has no books. Pages of the open shop redirect to
 * home, which says so.
 */
export const awaitOpening: MiddlewareFunction<Response> = async ({ request, url, context }, next) => {
  const services = context.get(servicesContext);
  const isRead = request.method === "GET" || request.method === "HEAD";
  const preview = context.get(lookPreviewContext);
  const isOpeningSoon =
    services.settings.opening.state === "not-open"
      ? preview
        ? url.searchParams.has(openingPreview)
        : !isPreviewingShop(services, request)
      : isRead && (await hasNoBooks(url.pathname, context));
  context.set(openingSoonContext, isOpeningSoon);
  if (isOpeningSoon && isRead && isOfOpenShop(url.pathname)) throw redirect(href("/"));
  return next();
};

/** Whether the shop of a page has no books; not asked for endpoints of scripts, which have no frame. */
async function hasNoBooks(path: string, context: Readonly<RouterContextProvider>): Promise<boolean> {
  if (findRoute(path)?.route.access === "api") return false;
  const frame = await context
    .get(frameContext)()
    .catch(() => null);
  return frame?.isEmpty ?? false;
}
