import { useLocation } from "react-router";

import { deskHref, type DeskPath } from "#desk/desk-routes.ts";
import { Choices } from "./forms/choices.tsx";

interface PagesBesideProps {
  label: string;
  pages: readonly (readonly [DeskPath, string])[];
  /** The page that no other one is below. */
  alone?: DeskPath;
}

/** From one page to those beside it; a page below one of them belongs to that one. */
export function PagesBeside({ label, pages, alone }: PagesBesideProps) {
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
