import type { Capability } from "#shop/people/staff/roles.ts";

/**
 * The groups of the navigation in order. `needs` lists the permissions of the pages in each group; a page with another
 * permission is in the last group.
 */
export const navigationGroups = [
  { name: "Every day", needs: ["today", "parcels", "orders", "counter", "stock", "refunds"] },
  { name: "Catalogue", needs: ["books", "imports"] },
  { name: "Selling", needs: ["offers", "window"] },
  { name: "People", needs: ["people"] },
  { name: "Reports & GST", needs: ["reports", "papers", "payouts"] },
  { name: "Shop & staff", needs: [] },
] as const satisfies { name: string; needs: Capability[] }[];

export type NavigationGroup = (typeof navigationGroups)[number]["name"];
