import { isPreviewingShop } from "#app/session/shop-preview.server.ts";
import type { Services } from "#shop/services.ts";

/** Whether the shop is not open yet for who sent this request. */
export function isNotOpen(services: Services, request: Request): boolean {
  return services.settings.opening.state === "not-open" && !isPreviewingShop(services, request);
}

/** Whether the request is of a browser that previews the shop before it is open. */
export function isPreview(services: Services, request: Request): boolean {
  return services.settings.opening.state === "not-open" && isPreviewingShop(services, request);
}
