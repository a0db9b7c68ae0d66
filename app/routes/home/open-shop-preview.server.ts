import { data, redirect } from "react-router";

import { setPreviewCookie } from "#app/session/shop-preview.server.ts";
import { href } from "#routing/href.ts";
import { isShopPreview } from "#shop/office/storefront/shop-preview.server.ts";
import type { Services } from "#shop/services.ts";

/** Answers a link of the desk that shows the shop before it is open: this browser then sees it. */
export function openShopPreview(services: Services, pass: string) {
  if (!isShopPreview(services, pass))
    return data("The link to this preview has expired or is incomplete. Please open the preview again at the desk.", {
      status: 400,
    });
  const headers = new Headers();
  setPreviewCookie(headers, services.settings.publicUrl, pass);
  return redirect(href("/"), { headers });
}
