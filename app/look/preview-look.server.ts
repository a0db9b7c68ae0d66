import { data, type MiddlewareFunction } from "react-router";

import { documentHeadContext, lookPreviewContext, servicesContext } from "#app/http/context.ts";
import { findLookPreview } from "#shop/office/settings/look-preview.server.ts";

/**
 * Shows a page in a look that is not published, by a signed link of the desk. No cache stores it
 * (`server/pages/public-pages.ts`).
 */
export const previewLook: MiddlewareFunction<Response> = async ({ url, context }, next) => {
  if (!url.searchParams.has("look")) return next();
  const preview = findLookPreview(context.get(servicesContext), url.searchParams);
  if (!preview)
    throw data("The link to this preview has expired or is incomplete. Please open the preview again at the desk.", {
      status: 400,
    });
  context.set(lookPreviewContext, preview.look);
  context.get(documentHeadContext).look = preview.scheme;
  return next();
};
