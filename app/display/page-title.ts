/** Titles and metadata of pages, for the browser, search engines and link previews. */
import type { MetaDescriptor } from "react-router";

interface RootData {
  shopName: string;
  /** Path of the shop's own picture for link previews. */
  picture: string;
}

const defaultShopName = "Endpaper";

function rootDataOf(matches: readonly unknown[]): RootData | undefined {
  return (matches[0] as { loaderData?: RootData } | undefined)?.loaderData;
}

/** Reads the shop's name from the root loader's data in a route's `matches`. */
function shopNameOf(matches: readonly unknown[]): string {
  return rootDataOf(matches)?.shopName ?? defaultShopName;
}

/** Title of the home page and of pages without a title of their own. */
export function shopTitle(shopName: string): string {
  return `${shopName} - Premium Online Bookstore`;
}

/** Returns the title of a page, such as `Authors - Endpaper`. */
export function pageTitle(matches: readonly unknown[], page: string): { title: string } {
  return { title: `${page} - ${shopNameOf(matches)}` };
}

/** Metadata of a public page for search engines and link previews. */
export interface PageDescription {
  /** Without the shop's name; null for the shop's own title. */
  title: string | null;
  description: string;
  /** Canonical URL. */
  url: string;
  /** Path of a picture of 1200 by 630 px; defaults to the shop's own. */
  picture?: string;
  /** Default `website`: https://ogp.me/#types. */
  type?: "book" | "profile";
}

/** Returns title, description, canonical URL, Open Graph tags and Twitter card of a public page. */
export function describePage(
  matches: readonly unknown[],
  { title, description, url, picture, type }: PageDescription,
): MetaDescriptor[] {
  const shopName = shopNameOf(matches);
  const shownTitle = title ?? shopTitle(shopName);
  const image = picture ?? rootDataOf(matches)?.picture;
  const graph = {
    type: type ?? "website",
    title: shownTitle,
    description,
    url,
    image: image && new URL(image, url).href,
    "image:width": "1200",
    "image:height": "630",
    "image:alt": shownTitle,
    site_name: shopName,
    locale: "en_IN",
  };
  return [
    title === null ? { title: shownTitle } : pageTitle(matches, title),
    { name: "description", content: description },
    ...Object.entries(graph).map(([name, content]) => ({ property: `og:${name}`, content })),
    { name: "twitter:card", content: "summary_large_image" },
    { tagName: "link", rel: "canonical", href: url },
  ];
}
