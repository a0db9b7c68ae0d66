import { Link } from "react-router";

import { ArrowLeftIcon, ArrowRightIcon } from "#ui/icons.tsx";

interface PaginationProps {
  /** Counted from 1. */
  page: number;
  pages: number;
  label: string;
  /** Address of the first page; the other pages add `page` to its query. */
  to: string;
  /** Id of the list to which the links scroll. */
  anchor?: string;
  /** Labels of the links. */
  words?: { back: string; on: string };
}

const link = "link inline-flex min-h-11 items-center gap-2 font-semibold";

/** Links to the previous and the next page; nothing for a single page. */
export function Pagination({
  page,
  pages,
  label,
  to,
  anchor,
  words = { back: "Previous", on: "Next" },
}: PaginationProps) {
  if (pages <= 1) return null;

  function addressOf(target: number) {
    const query = target === 1 ? "" : `${to.includes("?") ? "&" : "?"}page=${target}`;
    return to + query + (anchor ? `#${anchor}` : "");
  }

  return (
    <nav aria-label={label} className="figures mt-8 grid grid-cols-[1fr_auto_1fr] items-center gap-x-4 print:hidden">
      <span>
        {page > 1 && (
          <Link to={addressOf(page - 1)} rel="prev" className={link}>
            <ArrowLeftIcon className="size-5" />
            <span>{words.back}</span>
          </Link>
        )}
      </span>
      <span className="text-quiet">{`Page ${page} of ${pages}`}</span>
      <span className="justify-self-end">
        {page < pages && (
          <Link to={addressOf(page + 1)} rel="next" className={link}>
            <span>{words.on}</span>
            <ArrowRightIcon className="size-5" />
          </Link>
        )}
      </span>
    </nav>
  );
}
