/** Footer of every page: links, social networks, the address, and how to pay. */
import { Link } from "react-router";

import { detectLanguage } from "#app/display/detect-language.ts";
import { href } from "#routing/href.ts";
import { demonstrationName } from "#app/demonstration-name.ts";
import type { SocialLink } from "#shop/services.ts";
import { Endpaper } from "#ui/endpaper.tsx";

import { ShopSign } from "./shop-sign.tsx";

const browse = [
  { to: href("/categories"), label: "All categories" },
  { to: href("/best-sellers"), label: "Best sellers" },
  { to: href("/special-offers"), label: "Special offers" },
  { to: href("/this-week"), label: "This week’s table" },
  { to: href("/reading-lists"), label: "Reading lists" },
];

const columns = [
  {
    id: "help",
    title: "Help",
    links: [
      { to: href("/faq"), label: "FAQ" },
      { to: href("/shipping"), label: "Shipping" },
      { to: href("/returns"), label: "Returns" },
      { to: href("/contact"), label: "Contact" },
    ],
  },
  {
    id: "shop",
    title: "The shop",
    links: [
      { to: href("/about"), label: "About" },
      { to: href("/newsletter"), label: "Newsletter" },
      { to: href("/privacy-policy"), label: "Privacy policy" },
      { to: href("/terms-of-service"), label: "Terms of service" },
    ],
  },
] as const;

/** Readers of a real shop are no developers; there `llms.txt` and the API's own page lead to it. */
const demonstrationLinks = [{ to: href("/api"), label: "For developers (API)" }];

interface FooterLink {
  to: string;
  label: string;
}

interface SiteFooterProps {
  shopName: string;
  /** Top categories of the shop. */
  categories: FooterLink[];
  /** The bookseller's own pages, by column. */
  ownPages: Record<(typeof columns)[number]["id"], FooterLink[]>;
  socialLinks: SocialLink[];
  /** Sentence below the shop's name; undefined for none. */
  words: string | undefined;
  /** Address of the seller and ways to pay. */
  lines: string[];
  /** What is not real in this shop, such as its payments; empty in a real one. */
  notice: string | undefined;
}

/** Footer; on a phone the links that the menu has too are folded. */
export function SiteFooter({ shopName, categories, ownPages, socialLinks, words, lines, notice }: SiteFooterProps) {
  return (
    <footer className="mt-14 sm:mt-16">
      <Endpaper pattern="jaal" inks="neel" className="h-8 sm:h-12" />
      {notice && (
        <p className="page flex min-h-8 items-center justify-center py-1.5 text-center text-small text-balance text-quiet">
          {notice}
        </p>
      )}
      <div className="bg-sunk">
        <div className="page grid gap-x-8 gap-y-8 pt-9 pb-7 max-sm:grid-cols-2 sm:gap-y-10 sm:pt-12 sm:pb-10 sm:grid-cols-3 lg:grid-cols-12 lg:grid-rows-[auto_1fr] lg:gap-y-5">
          <div className="col-span-full lg:col-span-4">
            <Link to={href("/")} className="inline-flex min-h-11 items-center gap-2.5">
              <ShopSign shopName={shopName} className="size-8 text-action" />
            </Link>
            {words && <p className="mt-3 max-w-[22rem] text-quiet max-sm:hidden">{words}</p>}
            {socialLinks[0] && (
              <p className="mt-3 flex flex-wrap gap-x-6">
                {socialLinks.map(({ network, url }) => (
                  <a
                    key={network}
                    href={url}
                    rel="noopener noreferrer"
                    target="_blank"
                    aria-label={`${network} (opens in a new tab)`}
                    className="quiet-link inline-flex min-h-11 items-center"
                  >
                    {network}
                  </a>
                ))}
              </p>
            )}
          </div>
          <nav aria-label="Browse" className="max-sm:col-span-full lg:col-span-4 lg:row-span-2">
            <h2 className="footer-heading text-title">Browse</h2>
            <details className="fold footer-fold">
              <summary className="font-display text-title font-[480]">Browse</summary>
              <FooterLinks
                links={[...categories, ...browse]}
                className="max-sm:grid max-sm:grid-cols-2 max-sm:gap-x-8 lg:columns-2 lg:gap-x-8"
              />
            </details>
          </nav>
          {columns.map(({ id, title, links }) => (
            <nav key={id} aria-label={title} className="lg:col-span-2 lg:row-span-2">
              <h2 className="text-title">{title}</h2>
              <FooterLinks
                links={[
                  ...links,
                  ...(id === "shop" && shopName === demonstrationName ? demonstrationLinks : []),
                  ...ownPages[id],
                ]}
              />
            </nav>
          ))}
          <ul className="col-span-full text-small text-quiet lg:col-span-4 lg:col-start-1 lg:row-start-2">
            {lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </div>
      </div>
    </footer>
  );
}

function FooterLinks({ links, className = "" }: { links: FooterLink[]; className?: string }) {
  return (
    <ul className={`mt-2 ${className}`}>
      {links.map(({ to, label }) => (
        <li key={to}>
          <Link
            to={to}
            lang={detectLanguage(label)}
            className="quiet-link inline-flex min-h-9 items-center py-1 max-sm:min-h-11"
          >
            {label}
          </Link>
        </li>
      ))}
    </ul>
  );
}
