import type { Role } from "#shop/people/staff/roles.ts";
import { deskRoutes, type DeskRoute } from "./desk-routes.ts";
import { navigationOf, type NavigationLink } from "./navigation.ts";

/**
 * The keys that open the pages of the navigation after "g", for the pages that this role may open. The key of a page is
 * the first letter of its label that no earlier page has. Keys are assigned to the pages of all roles together, so that
 * a key opens the same page for every role.
 */
export function keysOf(
  role: Role,
  routes: Record<string, DeskRoute> = deskRoutes,
): (NavigationLink & { key: string })[] {
  const keys = new Map<string, string>();
  for (const [path, { label }] of Object.entries(routes)) {
    const letters = [...(label ?? "").toLowerCase()].filter((letter) => /[a-z]/.test(letter) && letter !== "g");
    const key = letters.find((letter) => ![...keys.values()].includes(letter));
    if (key) keys.set(path, key);
  }
  return navigationOf(role, routes)
    .flatMap(({ links }) => links)
    .flatMap((link) => {
      const key = keys.get(link.path);
      return key ? [{ ...link, key }] : [];
    });
}
