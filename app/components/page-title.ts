interface RootData {
  shopName: string;
}

const defaultShopName = "Endpaper";

/** The shop's name out of the root's data, from a route's `matches`. */
export function shopNameOf(matches: readonly unknown[]): string {
  const root = matches[0] as { loaderData?: RootData } | undefined;
  return root?.loaderData?.shopName ?? defaultShopName;
}

/** A page's title: `Authors - Endpaper`. */
export function pageTitle(matches: readonly unknown[], page: string): { title: string } {
  return { title: `${page} - ${shopNameOf(matches)}` };
}

/** The page's one address, where several show the same. */
export function canonicalLink(url: string) {
  return { tagName: "link" as const, rel: "canonical", href: url };
}
