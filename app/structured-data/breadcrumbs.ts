import { href } from "#routing/href.ts";
import type { Thing } from "./thing.ts";

/** The way to a page from the home page, which need not be named; each step has its name and its path. */
export function describeBreadcrumbs(publicUrl: string, steps: (readonly [name: string, path: string])[]): Thing {
  return {
    "@type": "BreadcrumbList",
    itemListElement: [["Home", href("/")] as const, ...steps].map(([name, path], index) => ({
      "@type": "ListItem",
      position: index + 1,
      name,
      item: publicUrl + path,
    })),
  };
}
