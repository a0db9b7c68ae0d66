import { useRouteLoaderData } from "react-router";

import { SiblingPages } from "#desk/components/sibling-pages.tsx";
import { deskRoutes } from "#desk/desk-routes.ts";
import { may, type Role } from "#shop/people/staff/roles.ts";

const pages = [
  ["/stock", "What runs low"],
  ["/stock/orders", "Purchase orders"],
  ["/stock/receive", "Deliveries"],
  ["/stock/suppliers", "Suppliers"],
  ["/stock/count", "Counts"],
  ["/shelf-labels", "Shelf labels"],
] as const;

/** Links between the stock pages that the signed-in person may see. */
export function StockNav() {
  const staff = useRouteLoaderData<{ staff: { role: Role } | null }>("root")?.staff;
  const own = pages.filter(([path]) => staff && may(staff.role, deskRoutes[path].needs));
  return <SiblingPages label="Stock" pages={own} alone="/stock" />;
}
