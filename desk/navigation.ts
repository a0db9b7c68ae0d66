import { may, type Capability, type Role } from "#shop/people/staff/roles.ts";
import { deskRoutes, type DeskRoute } from "./desk-routes.ts";

/** The groups of the navigation, in this order, and what their pages need. A page that needs something else is in the last. */
const groups = [
  { name: "Every day", needs: ["today", "parcels", "orders", "stock", "refunds"] },
  { name: "Books", needs: ["books", "imports"] },
  { name: "Selling", needs: ["offers", "window"] },
  { name: "People", needs: ["people"] },
  { name: "Papers", needs: ["reports", "papers", "payouts"] },
  { name: "The house", needs: [] },
] as const satisfies { name: string; needs: Capability[] }[];

export type NavigationGroup = (typeof groups)[number]["name"];

/** A page of the navigation. */
export interface NavigationLink {
  path: string;
  label: string;
}

/** The pages that somebody of this role may open, by group; groups without any are left out. */
export function navigationOf(
  role: Role,
  routes: Record<string, DeskRoute> = deskRoutes,
): { name: NavigationGroup; links: NavigationLink[] }[] {
  return groups.flatMap(({ name }) => {
    const links = Object.entries(routes).flatMap(([path, { label, needs, group }]) =>
      label && needs && may(role, needs) && (group ?? groupOf(needs)) === name ? [{ path, label }] : [],
    );
    return links.length > 0 ? [{ name, links }] : [];
  });
}

function groupOf(capability: Capability): NavigationGroup {
  const found = groups.find(({ needs }) => (needs as readonly Capability[]).includes(capability));
  return (found ?? groups.at(-1)!).name;
}
