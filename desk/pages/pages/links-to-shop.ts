import type { ContentPage } from "#app/content/content-page.ts";

/** A page whose links lead to the shop, as the desk has another address. */
export function linksToShop(page: ContentPage, publicUrl: string): ContentPage {
  return JSON.parse(JSON.stringify(page), (key: string, value: unknown) => {
    if (typeof value !== "string") return value;
    if (key === "to") return value.startsWith("/") ? publicUrl + value : value;
    return value.replaceAll("](/", `](${publicUrl}/`);
  }) as ContentPage;
}
