import { Link, useLocation } from "react-router";

import { deskHref } from "#desk/desk-routes.ts";
import { may, type Role } from "#shop/people/staff/roles.ts";
import { ParcelIcon, ScanIcon, SearchIcon, TasksIcon } from "#ui/icons.tsx";

const pages = [
  { to: deskHref("/"), label: "Today", needs: "today", Icon: TasksIcon },
  { to: deskHref("/find", { scan: "yes" }), label: "Scan", needs: "stock", Icon: ScanIcon },
  { to: deskHref("/parcels"), label: "Parcels", needs: "parcels", Icon: ParcelIcon },
  { to: deskHref("/find"), label: "Find", needs: "today", Icon: SearchIcon },
] as const;

/** The bar at the foot of phones and tablets, with the pages that are needed most while walking. */
export function FootBar({ role }: { role: Role }) {
  const { pathname, search } = useLocation();
  return (
    <nav aria-label="Most used" className="desk-foot-bar">
      {pages
        .filter(({ needs }) => may(role, needs))
        .map(({ to, label, Icon }) => (
          <Link key={to} to={to} aria-current={to === pathname + search ? "page" : undefined}>
            <Icon className="size-5" />
            {label}
          </Link>
        ))}
    </nav>
  );
}
