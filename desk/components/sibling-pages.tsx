import { useLocation } from "react-router";

import { deskHref, type DeskPath } from "#desk/desk-routes.ts";
import { Choices } from "./forms/choices.tsx";

interface SiblingPagesProps {
  label: string;
  pages: readonly (readonly [DeskPath, string])[];
  /** A page that is chosen only at its own path, not at paths below it. */
  alone?: DeskPath;
}

/** Links between sibling pages; a path below one of them marks that one as chosen. */
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
