import { useLocation } from "react-router";

import { deskHref, type DeskPath } from "#desk/desk-routes.ts";
import { Choices } from "./forms/choices.tsx";

interface SiblingPagesProps {
  label: string;
  pages: readonly (readonly [DeskPath, string])[];
  /** A page that is marked as chosen only at exactly its path; the others also at paths below theirs. */
  alone?: DeskPath;
}

/** Links between pages of the same level. The page is marked as chosen whose path is the current path or above it. */
export function SiblingPages({ label, pages, alone }: SiblingPagesProps) {
  const { pathname } = useLocation();
  const above = pages
    .map(([path]) => deskHref(path))
    .filter((to) => pathname === to || (to !== alone && pathname.startsWith(`${to}/`)))
    .toSorted((one, other) => other.length - one.length);
  return (
    <div className="-mt-4 mb-3">
      <Choices
        label={label}
        choices={pages.map(([path, words]) => ({
          words,
          to: deskHref(path),
          isChosen: deskHref(path) === above[0],
        }))}
      />
    </div>
  );
}
