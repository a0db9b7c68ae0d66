import { Link } from "react-router";

import { forgetReader, useWasSignedIn, useReader } from "#app/client/storage/cached-reader.ts";
import { href } from "#routing/href.ts";

const menuId = "reader-menu";

/**
 * Menu of a signed-in reader, opened by the name. Cached pages are the same for all readers and must not contain the
 * texts of this menu, because text browsers would show them to guests too. Before hydration the menu is therefore a
 * link to the account, which `first-paint.ts` shows with the name.
 */
export function ReaderMenu() {
  const name = useReader();
  const wasSignedIn = useWasSignedIn();
  return (
    <>
      <noscript>
        <a
          href={href("/account")}
          rel="nofollow"
          className="flex min-h-11 items-center px-2 font-semibold whitespace-nowrap"
        >
          My Account
        </a>
      </noscript>
      <div className="for-reader">
        {!wasSignedIn ? (
          <a href={href("/account")} rel="nofollow" aria-label="My Account" className="reader-button">
            <span className="reader-initial" aria-hidden="true" />
            <span className="reader-name" />
          </a>
        ) : (
          <>
            <button type="button" popoverTarget={menuId} className="reader-button">
              <span className="reader-initial" aria-hidden="true" />
              <span className="sr-only">My Account </span>
              <span className="reader-name">{name}</span>
            </button>
            <nav id={menuId} popover="auto" aria-label="My Account" className="reader-panel">
              <p className="font-display text-h3">My Account</p>
              <p className="truncate text-small text-quiet">{name}</p>
              <ul className="mt-3 border-t border-line pt-2 font-semibold">
                <ReaderLinks />
              </ul>
            </nav>
          </>
        )}
      </div>
    </>
  );
}

/** Links to the account, orders and sign-out; not rendered for a guest, because text browsers would show them. */
export function ReaderLinks({ className }: { className?: string }) {
  if (!useWasSignedIn()) return null;
  return (
    <>
      {[
        { to: href("/account"), label: "Account" },
        { to: href("/orders"), label: "Orders" },
      ].map(({ to, label }) => (
        <li key={to} className={className}>
          <Link to={to} className="flex min-h-11 items-center hover:text-action">
            {label}
          </Link>
        </li>
      ))}
      <li className={className}>
        {/* The stored sign-in is removed at once, so that the page shows it even if the shop does not respond. */}
        <form method="post" action={href("/api/auth/logout")} onSubmit={forgetReader}>
          <button className="flex min-h-11 w-full items-center font-semibold hover:text-action">Sign out</button>
        </form>
      </li>
    </>
  );
}
