/** Header of every page: name, navigation, search, account and cart. */
import { useEffect, useRef } from "react";
import { Link, NavLink, useLocation } from "react-router";

import { setCartNotice } from "#app/client/cart/cart-notice.ts";
import { detectLanguage } from "#app/display/detect-language.ts";
import { refreshReader } from "#app/client/storage/cached-reader.ts";
import { href } from "#routing/href.ts";
import { buttonClass } from "#ui/button.tsx";
import { CloseIcon, HeartIcon, MenuIcon, SearchIcon } from "#ui/icons.tsx";

import { CartLink } from "./cart-link.tsx";
import { ReaderLinks, ReaderMenu } from "./reader-menu.tsx";
import { SearchForm } from "./search-form.tsx";
import { ShopSign } from "./shop-sign.tsx";

const pages = [
  { to: href("/"), label: "Home" },
  { to: href("/categories"), label: "Categories" },
  { to: href("/authors"), label: "Authors" },
  { to: href("/best-sellers"), label: "Best sellers" },
  { to: href("/special-offers"), label: "Special offers" },
  { to: href("/reading-lists"), label: "Reading lists" },
  { to: href("/about"), label: "About" },
  { to: href("/contact"), label: "Contact" },
];

const menuId = "site-menu";
const searchId = "site-search";
const iconButton = "grid size-11 place-items-center hover:text-action";

/** Focuses the large search field of the page itself; false if there is none in view. */
function focusPageSearch(): boolean {
  const box = document.querySelector<HTMLElement>(".search-large .search-box");
  const { top = -1, bottom = 0 } = box?.getBoundingClientRect() ?? {};
  if (!box || top < 0 || bottom > innerHeight) return false;
  box.focus();
  return true;
}

interface SiteHeaderProps {
  shopName: string;
  /** Top categories of the shop, in the menu of small screens. */
  categories: { to: string; label: string }[];
  /** The bookseller's own pages in the menu. */
  ownPages: { to: string; label: string }[];
}

/**
 * On small screens menu and search are popovers: the browser opens and closes them without JavaScript, keeps only one
 * open, closes on Escape and returns the focus.
 */
export function SiteHeader({ shopName, categories, ownPages }: SiteHeaderProps) {
  const header = useRef<HTMLElement>(null);
  const { key, pathname, search } = useLocation();
  const asked = pathname === href("/search") ? (new URLSearchParams(search).get("q") ?? undefined) : undefined;

  const shownKey = useRef(key);
  useEffect(() => {
    refreshReader();
    // A panel that was opened before hydration stays open, as a notice stays.
    if (shownKey.current === key) return;
    shownKey.current = key;
    setCartNotice(null);
    for (const panel of header.current?.querySelectorAll<HTMLElement>("[popover]") ?? []) panel.hidePopover?.();
  }, [key]);

  return (
    <header ref={header} className="site-header border-b border-line">
      <div className="page flex h-14 items-center gap-x-2 sm:h-16 lg:h-20 lg:gap-x-4">
        <Link to={href("/")} className="mr-auto flex min-h-11 min-w-0 items-center gap-2 sm:mr-4 lg:mr-6">
          <ShopSign shopName={shopName} className="size-7 text-action max-[22rem]:hidden lg:size-8" />
        </Link>
        <SearchForm label="Search the shop" defaultValue={asked} className="flex-1 max-sm:hidden" />
        <div className="flex items-center lg:ml-auto lg:gap-x-2">
          <button type="button" popoverTarget={searchId} aria-label="Search" className={`${iconButton} sm:hidden`}>
            <SearchIcon />
          </button>
          <Link
            to={href("/wishlist")}
            className="hidden min-h-11 items-center gap-2.5 px-2 font-semibold hover:text-action lg:flex"
          >
            <HeartIcon />
            Wishlist
          </Link>
          <CartLink />
          <Link
            to={href("/login")}
            className="for-guest hidden min-h-11 items-center px-2 font-semibold whitespace-nowrap hover:text-action sm:flex"
          >
            Sign in
          </Link>
          <Link to={href("/register")} className={`for-guest ${buttonClass("outline")} max-lg:hidden`}>
            Register
          </Link>
          <ReaderMenu />
          <button
            type="button"
            popoverTarget={menuId}
            aria-label="Menu"
            className={`menu-button ${iconButton} -mr-2.5 lg:hidden`}
          >
            <MenuIcon />
            <CloseIcon />
          </button>
        </div>
      </div>
      <nav aria-label="Main" className="page max-lg:hidden">
        <ul className="-mx-3 flex flex-wrap">
          {[...pages, ...ownPages].map((page) => (
            <li key={page.to}>
              <NavLink to={page.to} end={page.to === href("/")} lang={detectLanguage(page.label)} className="nav-link">
                {page.label}
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
      <div
        id={searchId}
        popover="auto"
        onBeforeToggle={(event) => event.newState === "open" && focusPageSearch() && event.preventDefault()}
        onToggle={(event) =>
          event.newState === "open" && event.currentTarget.querySelector("input")?.focus({ preventScroll: true })
        }
        className="header-panel"
      >
        <SearchForm label="Search books" defaultValue={asked} className="page" />
      </div>
      <nav id={menuId} popover="auto" aria-label="Menu" className="header-panel">
        <div className="page">
          <ul className="font-display text-h3">
            {[...pages, ...ownPages].map((page) => (
              <li key={page.to}>
                <NavLink
                  to={page.to}
                  end={page.to === href("/")}
                  lang={detectLanguage(page.label)}
                  className="flex min-h-12 items-center aria-[current]:italic"
                >
                  {page.label}
                </NavLink>
                {page.to === href("/categories") && (
                  <ul className="flex flex-wrap gap-x-5 pb-1 font-text text-body">
                    {categories.map(({ to, label }) => (
                      <li key={to}>
                        <Link to={to} lang={detectLanguage(label)} className="flex min-h-11 items-center">
                          {label}
                        </Link>
                      </li>
                    ))}
                  </ul>
                )}
              </li>
            ))}
          </ul>
          <ul className="mt-4 flex flex-wrap gap-x-7 border-t border-line pt-3 font-semibold">
            {[
              { to: href("/wishlist"), label: "Wishlist", className: "" },
              { to: href("/login"), label: "Sign in", className: "for-guest" },
              { to: href("/register"), label: "Register", className: "for-guest" },
            ].map(({ to, label, className }) => (
              <li key={to} className={className}>
                <Link to={to} className="flex min-h-11 items-center text-action">
                  {label}
                </Link>
              </li>
            ))}
            <ReaderLinks className="for-reader text-action" />
          </ul>
        </div>
      </nav>
    </header>
  );
}
