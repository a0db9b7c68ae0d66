import { Link } from "react-router";

import { forgetReader, useWasSignedIn, useReader } from "#app/client/storage/cached-reader.ts";
import { href } from "#routing/href.ts";

const menuId = "reader-menu";

/**
 * For a reader who is signed in: the name, and the menu it opens. Pages are the same bytes for all, so a page says nothing
 * of it in words, which text browsers would show to guests as well: until React knows the reader it is a link to the
 * account, and `first-paint.ts` shows it with the name.
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

/** Where a reader goes from any page; nothing for a guest, as text browsers would show it. */
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
        {/* The note goes at once, so that nobody stays signed in by a shop that does not answer. */}
        <form method="post" action={href("/api/auth/logout")} onSubmit={forgetReader}>
          <button className="flex min-h-11 w-full items-center font-semibold hover:text-action">Sign out</button>
        </form>
      </li>
    </>
  );
}
