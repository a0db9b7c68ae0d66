import type { ReactNode } from "react";
import { Link } from "react-router";

import { href } from "#routing/href.ts";

interface ChoiceLinkProps {
  bookId: string;
  /** Whether this edition's page is open. */
  isOpen: boolean;
  hrefLang?: string;
  className?: string;
  children: ReactNode;
}

/** Link to another edition of the book; keeps the scroll position. */
export function ChoiceLink({ bookId, isOpen, hrefLang, className = "", children }: ChoiceLinkProps) {
  return (
    <Link
      to={href("/books/:bookId", { bookId })}
      preventScrollReset
      aria-current={isOpen ? "page" : undefined}
      hrefLang={hrefLang}
      className={`block h-full min-w-32 rounded-sm border border-edge px-4 py-2 hover:border-action aria-[current]:border-2 aria-[current]:border-action aria-[current]:bg-raised aria-[current]:px-[calc(1rem-1px)] aria-[current]:py-[calc(0.5rem-1px)] ${className}`}
    >
      {children}
    </Link>
  );
}
