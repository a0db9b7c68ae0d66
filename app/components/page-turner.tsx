import { Link, useLocation } from "react-router";

interface PageTurnerProps {
  /** From 1. */
  page: number;
  pages: number;
  label: string;
  /** The id of the part of the page that is turned. */
  anchor?: string;
}

/** The way to the page before and the one after; nothing where there is only one. */
export function PageTurner({ page, pages, label, anchor }: PageTurnerProps) {
  const { pathname, search } = useLocation();
  if (pages <= 1) return null;

  function addressOf(other: number) {
    const query = new URLSearchParams(search);
    if (other === 1) query.delete("page");
    else query.set("page", String(other));
    return { pathname, search: String(query), hash: anchor };
  }

  const link = "link inline-flex min-h-11 items-center font-semibold";
  return (
    <nav aria-label={label} className="figures mt-8 grid grid-cols-3 items-center gap-4">
      <span>
        {page > 1 && (
          <Link to={addressOf(page - 1)} rel="prev" className={link}>
            Previous
          </Link>
        )}
      </span>
      <span className="text-center text-quiet">
        Page {page} of {pages}
      </span>
      <span className="text-right">
        {page < pages && (
          <Link to={addressOf(page + 1)} rel="next" className={link}>
            Next
          </Link>
        )}
      </span>
    </nav>
  );
}
