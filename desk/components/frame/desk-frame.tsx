/**
 * The frame of every desk page: navigation by role, the signed-in person, and the message left by the previous action.
 */
import { useEffect, useRef, type ReactNode } from "react";
import { Link, useLocation } from "react-router";

import { deskHref } from "#desk/desk-routes.ts";
import type { MenuCounts } from "#shop/office/back-office/waiting-counts.ts";
import { may, type Role } from "#shop/people/staff/roles.ts";
import { Banner } from "#ui/banner.tsx";
import { buttonClass } from "#ui/button.tsx";
import { MenuIcon } from "#ui/icons.tsx";
import { DeniedStorageNote } from "./denied-storage-note.tsx";
import { DeskMenu, deskMenuId } from "./desk-menu.tsx";
import { FindBox } from "./find-box.tsx";
import { FootBar } from "./foot-bar.tsx";
import { UndoButton } from "#desk/components/forms/undo-button.tsx";
import { UnsentInput } from "#desk/components/forms/unsent-input.tsx";
import { ShopMark } from "./shop-mark.tsx";
import { Shortcuts } from "./shortcuts.tsx";
import { SignedIn } from "./signed-in.tsx";

interface DeskFrameProps {
  shopName: string;
  shopUrl: string;
  /** The shop's icon, or else its logo. */
  mark: { picture: string | null; isNameInPicture: boolean };
  /** The signed-in person; null before the sign-in. */
  staff: { id: number; name: string; role: Role } | null;
  /** Numbers of waiting tasks; null before the sign-in. */
  counts: MenuCounts | null;
  /** The message of the previous action; null for none. */
  flash: string | null;
  /** The audit log entry that the message offers to undo; null for none. */
  undo: number | null;
  isTestSignIn: boolean;
  children: ReactNode;
}

export function DeskFrame({
  shopName,
  shopUrl,
  mark,
  staff,
  counts,
  flash,
  undo,
  isTestSignIn,
  children,
}: DeskFrameProps) {
  useFocusOnNewPage();
  return (
    <>
      <a href="#main" className="skip-link">
        Skip to main content
      </a>
      <header className="border-b border-line bg-raised print:hidden">
        {isTestSignIn && (
          <p className="border-b border-line bg-marigold-wash px-4 py-1.5 text-center text-small text-on-wash">
            Practice mode: no passwords, no real money.
            {staff && may(staff.role, "settings") && (
              <>
                {" "}
                <Link className="link text-on-wash!" to={deskHref("/go-live")}>
                  Go live
                </Link>
              </>
            )}
          </p>
        )}
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1 px-[clamp(1rem,3vw,2rem)] py-1.5 lg:px-6">
          <Link
            to={deskHref("/")}
            className="flex min-h-11 min-w-0 flex-1 items-center gap-2.5 font-semibold md:flex-none lg:w-52"
          >
            <ShopMark shopName={shopName} {...mark} />
          </Link>
          {staff && <FindBox staffId={staff.id} />}
          {staff ? (
            <button type="button" popoverTarget={deskMenuId} className={`${buttonClass("outline")} px-3! lg:hidden!`}>
              <MenuIcon className="size-5" />
              Menu
            </button>
          ) : (
            shopUrl && (
              <div className="ml-auto">
                <ShopLink to={shopUrl} />
              </div>
            )
          )}
          {staff && (
            <div className="ml-auto flex min-w-0 items-center gap-x-5 max-lg:hidden">
              <SignedIn staff={staff} className="quiet-link inline-flex min-h-11 min-w-0 items-center" />
              <ShopLink to={shopUrl} />
            </div>
          )}
        </div>
      </header>
      <div className={staff ? "desk-body" : "flex-1"}>
        {staff && <DeskMenu staff={staff} counts={counts} shopUrl={shopUrl} />}
        <main id="main" tabIndex={-1} className={`min-w-0 outline-none ${staff ? "border-line lg:border-l" : ""}`}>
          <DeniedStorageNote />
          {flash && (
            <div className="desk-page pb-0!">
              <Banner variant="success">
                <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
                  <p className="min-w-0 flex-1 basis-60">{flash}</p>
                  {undo !== null && <UndoButton entry={undo} />}
                </div>
              </Banner>
            </div>
          )}
          <UnsentInput staffId={staff?.id ?? null} />
          {children}
        </main>
      </div>
      {staff && <FootBar role={staff.role} />}
      {staff && <Shortcuts role={staff.role} />}
    </>
  );
}

function ShopLink({ to }: { to: string }) {
  return (
    <a href={to} className="link inline-flex min-h-11 items-center whitespace-nowrap" rel="noreferrer">
      See the shop
    </a>
  );
}

/**
 * Moves the focus to the main content if a navigation has left it on the body, for example because the focused button
 * was removed.
 */
function useFocusOnNewPage() {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    if (document.activeElement === document.body) document.getElementById("main")?.focus({ preventScroll: true });
  }, [pathname]);
}
