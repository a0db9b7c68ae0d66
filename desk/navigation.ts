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

/** The path of the link that leads to this page or the pages around it: the one with which `pathname` shares most. */
export function currentPath(links: NavigationLink[], pathname: string): string | undefined {
  const parts = partsOf(pathname);
  const shared = links.map(({ path }) => {
    const differs = partsOf(path).findIndex((part, place) => part !== parts[place]);
    return { path, count: differs === -1 ? partsOf(path).length : differs };
  });
  const most = Math.max(1, ...shared.map(({ count }) => count));
  return shared.find(({ count }) => count === most)?.path;
}

/** The segments of a path: `reports` and `gst` of `/reports/gst`, an empty one of `/`. */
function partsOf(path: string): string[] {
  return path.split("/").slice(1);
}

function groupOf(capability: Capability): NavigationGroup {
  const found = navigationGroups.find(({ needs }) => needs.some((need) => need === capability));
  return found?.name ?? "Shop & staff";
}
