import { type ReactNode, useEffect, useRef } from "react";
import { NavLink, useLocation } from "react-router";

import { href } from "#routing/href.ts";

const parts = [
  { to: href("/account"), label: "Account Details" },
  { to: href("/orders"), label: "Order History" },
  { to: href("/account/shelf"), label: "My Shelf" },
  { to: href("/account/addresses"), label: "Saved Addresses" },
  { to: href("/account/payment-methods"), label: "Payment Methods" },
  { to: href("/wishlist"), label: "Wishlist" },
];
const keys = [
  { to: href("/account/reviews"), label: "Reviews" },
  { to: href("/account/devices"), label: "Devices" },
  { to: href("/account/privacy"), label: "Privacy" },
];

interface AccountLayoutProps {
  title: string;
  /** One sentence under the title. */
  words?: ReactNode;
  children: ReactNode;
}

/** Layout of the account's pages, with links to all of them; on small screens the links are a bar that scrolls. */
export function AccountLayout({ title, words, children }: AccountLayoutProps) {
  const { pathname } = useLocation();
  const bar = useRef<HTMLElement>(null);
  useEffect(() => {
    bar.current?.querySelector("[aria-current]")?.scrollIntoView({ inline: "center", block: "nearest" });
  }, [pathname]);

  return (
    <div className="page pt-2 pb-10 sm:pb-14 lg:grid lg:pt-12 lg:grid-cols-[13rem_1fr] lg:gap-x-14 xl:gap-x-20">
      <nav ref={bar} aria-label="Account" className="min-w-0 lg:pt-2 print:hidden">
        <p className="mb-3 hidden font-display text-h3 lg:block">My Account</p>
        {/* Without a strip that scrolls, the current item would be the initial target of the page. */}
        <div className="scroll-strip border-b border-line lg:mx-0 lg:block lg:overflow-visible lg:border-0 lg:px-0 lg:mask-none lg:[&_[aria-current]]:[scroll-initial-target:none]">
          <Ways to={parts} className="-ml-3 md:-ml-2.5 lg:ml-0" />
          <Ways to={keys} className="lg:mt-3 lg:border-t lg:border-line lg:pt-3" />
        </div>
      </nav>
      <div className="mt-8 min-w-0 lg:mt-0">
        <h1 className="text-h1">{title}</h1>
        {words && <p className="mt-3 max-w-measure text-quiet">{words}</p>}
        {children}
      </div>
    </div>
  );
}

function Ways({ to: ways, className = "" }: { to: typeof parts; className?: string }) {
  return (
    <ul className={`flex lg:block ${className}`}>
      {ways.map(({ to, label }) => (
        <li key={to}>
          <NavLink
            to={to}
            end={to === href("/account")}
            className="flex min-h-11 items-center border-b-3 border-transparent px-3 font-medium whitespace-nowrap md:px-2.5 lg:px-3 hover:text-action aria-[current]:border-action aria-[current]:text-action lg:border-b-0 lg:border-l-3"
          >
            {label}
          </NavLink>
        </li>
      ))}
    </ul>
  );
}
