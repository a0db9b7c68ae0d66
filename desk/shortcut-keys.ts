import type { Role } from "#shop/people/staff/roles.ts";
import { deskRoutes, type DeskRoute } from "./desk-routes.ts";
import { navigationOf, type NavigationLink } from "./navigation.ts";

/**
 * The keys that open each page of the navigation after "g", for the pages that this role may open: the first letter of
 * the label that no earlier page has. Keys are assigned over the pages of all roles, so that a key means the same page
 * to everybody.
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
