import type { ReactNode } from "react";
import { Link } from "react-router";

import { detectLanguage } from "#app/display/detect-language.ts";

interface NameRowProps {
  to: string;
  name: string;
  otherNames?: string[];
  /** Whether the row is indented, as a child of the row above. */
  isBelow?: boolean;
  /** A text at the end of the row, such as the number of books. */
  children: ReactNode;
}

/** A row of a list of names; the whole row links to the page of the name. */
export function NameRow({ to, name, otherNames = [], isBelow = false, children }: NameRowProps) {
  return (
    <li className={`border-b border-line ${isBelow ? "pl-6" : ""}`}>
      <Link to={to} className="flex min-h-11 flex-wrap items-baseline gap-x-4 py-2.5">
        <span className="row-link min-w-0 break-words" lang={detectLanguage(name)}>
          {name}
        </span>
        {otherNames.map((other) => (
          <span key={other} className="min-w-0 break-words" lang={detectLanguage(other)}>
            {other}
          </span>
        ))}
        <span className="ml-auto text-small text-quiet">{children}</span>
      </Link>
    </li>
  );
}
