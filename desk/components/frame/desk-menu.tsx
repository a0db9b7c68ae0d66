import { useEffect, useRef } from "react";
import { Link, useLocation } from "react-router";

import { deskHref } from "#desk/desk-routes.ts";
import { currentPath, navigationOf } from "#desk/navigation.ts";
import { maxCounted, type MenuCounts } from "#shop/office/back-office/waiting-counts.ts";
import type { Role } from "#shop/people/staff/roles.ts";
import { shortcutsId } from "./shortcuts.tsx";
import { SignedIn } from "./signed-in.tsx";

/** The id of the menu, for the button that opens it on a phone. */
export const deskMenuId = "desk-menu";

interface DeskMenuProps {
  staff: { name: string; role: Role };
  counts: MenuCounts | null;
  shopUrl: string;
}

/** The pages whose waiting tasks the menu counts. */
const counted: Record<string, keyof MenuCounts> = {
  [deskHref("/parcels")]: "parcels",
  [deskHref("/returns")]: "returns",
  [deskHref("/messages")]: "messages",
  [deskHref("/wanted")]: "wanted",
};

/**
 * The menu: the pages that this person may open. It is next to the page, or a popover on a phone, which also has what
 * the header has no room for: the person's name, the sign-out and the shop.
 */
export function DeskMenu({ staff, counts, shopUrl }: DeskMenuProps) {
  const menu = useRef<HTMLElement>(null);
  const { key, pathname } = useLocation();
  // Close the popover after a choice.
  useEffect(() => menu.current?.hidePopover(), [key]);
  // On a low screen the menu has its own scroll bar: scroll it until the current page's entry is visible.
  useEffect(() => {
    menu.current?.querySelector('[aria-current="page"]')?.scrollIntoView({ block: "nearest" });
  }, [pathname]);
  const showShortcuts = () => {
    menu.current?.hidePopover();
    document.querySelector<HTMLDialogElement>(`#${shortcutsId}`)?.showModal();
  };
  const groups = navigationOf(staff.role);
  const current = currentPath(
    groups.flatMap(({ links }) => links),
    pathname,
  );
  return (
    <nav ref={menu} id={deskMenuId} popover="auto" aria-label="The desk" className="desk-menu">
      {groups.map(({ name, links }, position) => (
        <div key={name} className="desk-menu-group">
          <p
            id={`group-${position}`}
            className={position === 0 ? "sr-only" : "desk-menu-name px-[0.9375rem] pb-0.5 text-small text-quiet"}
          >
            {name}
          </p>
          <ul aria-labelledby={`group-${position}`}>
            {links.map(({ path, label }) => (
              <li key={path}>
                <Link to={path} aria-current={path === current ? "page" : undefined} className="desk-menu-link">
                  {label} <WaitingCount count={(counts && counted[path] && counts[counted[path]]) || 0} />
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
      <div className="desk-menu-group">
        <div className="flex justify-between lg:hidden">
          <SignedIn staff={staff} className="desk-menu-link min-w-0" />
        </div>
        <button type="button" className="desk-menu-link w-full needs-script" onClick={showShortcuts}>
          Keyboard shortcuts
        </button>
        <a href={shopUrl} rel="noreferrer" className="desk-menu-link lg:hidden!">
          See the shop
        </a>
      </div>
    </nav>
  );
}

/** The number of tasks that wait on a page. */
function WaitingCount({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <span className="ml-auto pl-2 text-small font-semibold text-quiet tabular-nums">
      <span>{count < maxCounted ? count : `${maxCounted}+`}</span>
      <span className="sr-only"> waiting</span>
    </span>
  );
}
