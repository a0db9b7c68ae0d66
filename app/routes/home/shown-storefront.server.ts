import { data, type RouterContextProvider } from "react-router";

import { cspContext, documentHeadContext, servicesContext } from "#app/http/context.ts";
import { readStorefront } from "#shop/office/storefront/published-storefront.server.ts";
import { findPreview } from "#shop/office/storefront/preview-link.server.ts";
import type { Storefront } from "#shop/office/storefront/storefront.ts";

/**
 * Returns what the home page shows, and for which moment: the published storefront, or a draft that the desk previews
 * by a signed link. Only the desk may frame a preview, and no cache stores it (`uncachedQuery` in the route table).
 */
export async function findShownStorefront(
  request: Request,
  context: Readonly<RouterContextProvider>,
): Promise<{ window: Storefront; at: Date }> {
  const services = context.get(servicesContext);
  const link = new URL(request.url).searchParams.get("window");
  if (link === null) return { window: await readStorefront(services.db), at: services.now() };
  const preview = findPreview(services, link);
  if (!preview)
    throw data("The link to this preview has expired or is incomplete. Please open the preview again at the desk.", {
      status: 400,
    });
  const { deskUrl } = services.settings;
  context.set(cspContext, { ancestor: deskUrl === null ? [] : [deskUrl] });
  context.get(documentHeadContext).look = preview.look;
  return preview;
}
