import { Link, useLocation } from "react-router";

import { deskHref } from "#desk/desk-routes.ts";

interface OpeningProgressProps {
  /** Numbers of steps. */
  done: number;
  count: number;
  next: { title: string; at: { page: string } | null } | undefined;
}

/** How far the opening of the shop is, with links to the next step and to all of them. */
export function OpeningProgress({ done, count, next }: OpeningProgressProps) {
  return (
    <nav aria-label="Opening the shop" className="desk-page flex flex-wrap items-center gap-x-5 pb-0! print:hidden">
      <span className="text-quiet">{`Opening the shop: ${done} of ${count} steps done`}</span>
      {next?.at && <NextLink title={next.title} page={next.at.page} />}
      <Link to={deskHref("/")} className="link inline-flex min-h-11 items-center">
        All steps
      </Link>
    </nav>
  );
}

function NextLink({ title, page }: { title: string; page: string }) {
  const { pathname } = useLocation();
  const className = "link inline-flex min-h-11 items-center font-semibold";
  // The step of this page; a link with a fragment leads to its part of the page.
  if (page === pathname) return <span className="font-semibold">{`Next, on this page: ${title}`}</span>;
  return page.startsWith("/") ? (
    <Link to={page} className={className}>
      Next: {title}
    </Link>
  ) : (
    <a href={page} target="_blank" rel="noreferrer" className={className}>
      Next: {title}
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  );
}
