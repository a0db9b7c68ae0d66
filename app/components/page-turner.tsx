import { Link } from "react-router";

interface PageTurnerProps {
  /** From 1. */
  page: number;
  pages: number;
  label: string;
  /** The address of the first page. */
  to: string;
  /** The id of the part of the page that is turned. */
  anchor?: string;
}

/** The way to the page before and the one after; nothing where there is only one. */
export function PageTurner({ page, pages, label, to, anchor }: PageTurnerProps) {
  if (pages <= 1) return null;

  function addressOf(other: number) {
    const turned = other === 1 ? "" : `${to.includes("?") ? "&" : "?"}page=${other}`;
    return to + turned + (anchor ? `#${anchor}` : "");
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
