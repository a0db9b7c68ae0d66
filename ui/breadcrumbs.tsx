import { Link } from "react-router";

export interface Crumb {
  label: string;
  to: string;
  /** Language of the label, where it is not that of the page. */
  lang?: string;
}

/** Path from the top of the shop to the page, without the page itself. */
export function Breadcrumbs({ crumbs }: { crumbs: Crumb[] }) {
  return (
    <nav aria-label="Breadcrumb" className="text-small text-quiet print:hidden">
      <ol className="flex flex-wrap items-center gap-x-2">
        {crumbs.map((crumb, index) => (
          <li key={crumb.to} className="flex items-center gap-x-2">
            <Link
              to={crumb.to}
              lang={crumb.lang}
              className="quiet-link inline-flex min-h-8 items-center max-sm:min-h-11"
            >
              {crumb.label}
            </Link>
            {index < crumbs.length - 1 && <span aria-hidden="true">/</span>}
          </li>
        ))}
      </ol>
    </nav>
  );
}
