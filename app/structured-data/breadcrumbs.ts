import { href } from "#routing/href.ts";
import type { Thing } from "./thing.ts";

/** Structured data of the path to a page (schema.org BreadcrumbList); "Home" is added as the first step. */
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
