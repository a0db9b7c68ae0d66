import { may, type Capability, type Role } from "#shop/people/staff/roles.ts";
import { deskRoutes, type DeskRoute } from "./desk-routes.ts";
import { navigationGroups, type NavigationGroup } from "./navigation-groups.ts";

/** A link of the navigation. */
export interface NavigationLink {
  path: string;
  label: string;
}

/** The pages that a role may open, by group; empty groups are omitted. */
export function navigationOf(
  role: Role,
  routes: Record<string, DeskRoute> = deskRoutes,
): { name: NavigationGroup; links: NavigationLink[] }[] {
  return navigationGroups.flatMap(({ name }) => {
    const links = Object.entries(routes).flatMap(([path, { label, needs, group }]) =>
      label && needs && may(role, needs) && (group ?? groupOf(needs)) === name ? [{ path, label }] : [],
    );
    return links.length > 0 ? [{ name, links }] : [];
  });
}

function groupOf(capability: Capability): NavigationGroup {
  const found = navigationGroups.find(({ needs }) => needs.some((need) => need === capability));
  return found?.name ?? "The house";
}
