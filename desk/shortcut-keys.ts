import type { Role } from "#shop/people/staff/roles.ts";
import { deskRoutes, type DeskRoute } from "./desk-routes.ts";
import { navigationOf, type NavigationLink } from "./navigation.ts";

/**
 * The keys that open the pages of the navigation after "g", for the pages that this role may open. The key of a page is
 * the first letter of its label, or the next one that no other page has. Keys are assigned to the pages of all roles
 * together, so that a key opens the same page for every role.
 */
export function keysOf(
  role: Role,
  routes: Record<string, DeskRoute> = deskRoutes,
): (NavigationLink & { key: string })[] {
  const keys = new Map<string, string>();
  const assign = (path: string, letters: readonly string[]) => {
    const key = letters.find(
      (letter) => /[a-z]/.test(letter) && letter !== "g" && ![...keys.values()].includes(letter),
    );
    if (key && !keys.has(path)) keys.set(path, key);
  };
  const labels = Object.entries(routes).map(([path, { label }]) => [path, [...(label ?? "").toLowerCase()]] as const);
  // First letters first, so that a new page takes no other page's first letter.
  for (const [path, letters] of labels) assign(path, letters.slice(0, 1));
  for (const [path, letters] of labels) assign(path, letters);
  return navigationOf(role, routes)
    .flatMap(({ links }) => links)
    .flatMap((link) => {
      const key = keys.get(link.path);
      return key ? [{ ...link, key }] : [];
    });
}
