import { cookieLine, readCookie } from "#app/http/cookies.server.ts";
import { findPreview } from "#shop/office/storefront/preview-link.server.ts";
import { isShopPreview } from "#shop/office/storefront/shop-preview.server.ts";
import type { Services } from "#shop/services.ts";

const name = "shop-preview";
const maxAgeSeconds = 12 * 3600;

/** Whether this browser opened a preview of the shop, or of a window, from the desk, before the shop is open. */
export function isPreviewingShop(services: Pick<Services, "linkKey" | "now">, request: Request): boolean {
  const pass = readCookie(request, name);
  const window = new URL(request.url).searchParams.get("window");
  return (
    (pass !== null && isShopPreview(services, pass)) || (window !== null && findPreview(services, window) !== null)
  );
}

/** Lets this browser see the shop as it will be. */
export function setPreviewCookie(headers: Headers, publicUrl: string, pass: string): void {
  headers.append("set-cookie", cookieLine({ url: publicUrl, name, value: pass, maxAgeSeconds }));
}
