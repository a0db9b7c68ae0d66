import type { ReactNode } from "react";
import { Link } from "react-router";

import { detectLanguage } from "#app/display/detect-language.ts";
import { href } from "#routing/href.ts";
import { ShopSign } from "./shop-sign.tsx";
import { useShop } from "./use-shop.ts";

/** The pages that readers see before the shop is open (`isOfOpenShop`). */
const pages = [
  { to: href("/contact"), label: "Contact" },
  { to: href("/newsletter"), label: "Newsletter" },
  { to: href("/shipping"), label: "Shipping" },
  { to: href("/returns"), label: "Returns" },
  { to: href("/privacy-policy"), label: "Privacy policy" },
  { to: href("/terms-of-service"), label: "Terms of service" },
];

/** Header and footer before the shop is open, without links to pages that are not shown yet. */
export default function OpeningFrame({ children }: { children: ReactNode }) {
  const { shopName = "", notice, socialLinks = [] } = useShop() ?? {};
  return (
    <>
      <header className="site-header border-b border-line">
        <div className="page flex h-14 items-center sm:h-16 lg:h-20">
          <Link to={href("/")} className="flex min-h-11 min-w-0 items-center gap-2.5">
            <ShopSign
              shopName={shopName}
              className="size-7 text-action max-[22rem]:hidden lg:size-8"
              lang={detectLanguage(shopName)}
              nameClass="wrap-anywhere"
            />
          </Link>
        </div>
      </header>
      <main id="main" tabIndex={-1} className="flex-1 outline-none">
        {children}
      </main>
      <footer className="mt-14 bg-sunk sm:mt-16">
        <nav aria-label="The shop" className="page pt-6 pb-7">
          <ul className="flex flex-wrap gap-x-7">
            {pages.map(({ to, label }) => (
              <li key={to}>
                <Link to={to} className="quiet-link inline-flex min-h-11 items-center">
                  {label}
                </Link>
              </li>
            ))}
            {socialLinks.map(({ network, url }) => (
              <li key={network}>
                <a href={url} rel="noopener noreferrer" className="quiet-link inline-flex min-h-11 items-center">
                  {network}
                </a>
              </li>
            ))}
          </ul>
          {notice && <p className="mt-2 text-small text-quiet">{notice}</p>}
        </nav>
      </footer>
    </>
  );
}
