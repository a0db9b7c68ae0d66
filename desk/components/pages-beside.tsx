import { useLocation } from "react-router";

import { deskHref, type DeskPath } from "#desk/desk-routes.ts";
import { Choices } from "./choices.tsx";

/** From one page to those beside it; a page below one of them belongs to that one. */
export function PagesBeside({ label, pages }: { label: string; pages: readonly (readonly [DeskPath, string])[] }) {
  const { pathname } = useLocation();
  const above = pages
    .map(([path]) => deskHref(path))
    .filter((to) => pathname === to || pathname.startsWith(`${to}/`))
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
