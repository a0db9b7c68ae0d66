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

/** The shop's name out of the root's data, from a route's `matches`. */
function shopNameOf(matches: readonly unknown[]): string {
  return rootDataOf(matches)?.shopName ?? defaultShopName;
}

/** The title of the shop itself, and of every page that has no other. */
export function shopTitle(shopName: string): string {
  return `${shopName} - Premium Online Bookstore`;
}

/** A page's title: `Authors - Endpaper`. */
export function pageTitle(matches: readonly unknown[], page: string): { title: string } {
  return { title: `${page} - ${shopNameOf(matches)}` };
}

/** What a public page says of itself to search engines and to sites that show a link to it. */
export interface PageDescription {
  /** Without the shop's name; null for the shop's own. */
  title: string | null;
  description: string;
  /** The page's one address, where several show the same. */
  url: string;
  /** Path of a picture of 1200 by 630; the shop's own when not given. */
  picture?: string;
  /** Default `website`: https://ogp.me/#types. */
  type?: "book" | "profile";
}

/** A public page's title, description, canonical address, and Open Graph and Twitter card. */
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
