import { Link, useLocation } from "react-router";

import { errorElementIds, useErrorReport } from "#app/http/error-report.ts";
import { deskHref, deskRoutes, type DeskRoute } from "#desk/desk-routes.ts";
import { isKeyOf } from "#shop/kernel/text/object-keys.ts";

const titles: Record<number, string> = {
  400: "The desk could not read this",
  403: "This page is not for your role",
  404: "There is no such page",
  413: "This is too large for the desk",
  429: "Please wait a moment",
  503: "The desk is temporarily unavailable",
};

const words: Record<number, string> = {
  404: "Check the address, or choose a page from the menu.",
  503: "The desk cannot reach its database. No data is lost. Try again in a minute.",
};

/**
 * Error page of the desk: the reason and the next step. For an error of the shop, it also shows the number by which the
 * error is found in the log.
 */
export function DeskError({ status, words: given }: { status: number; words: string | null }) {
  const { reference, away } = useErrorReport();
  const { pathname } = useLocation();
  const list = status === 404 ? listAbove(pathname) : null;
  return (
    <div className="desk-page">
      <h1 className="text-h3">{titles[away ? 503 : status] ?? "Something went wrong on our side"}</h1>
      <p id={away ? errorElementIds.away : undefined} className="mt-3 max-w-measure">
        {away ?? given ?? words[status] ?? "Your saved work is safe. Try again in a minute."}
      </p>
      {(status === 404 || status === 403) && (
        <p className="flex flex-wrap gap-x-6">
          {list && (
            <Link className="link inline-flex min-h-11 items-center" to={list.path}>
              Go to {list.label}
            </Link>
          )}
          <Link className="link inline-flex min-h-11 items-center" to={deskHref("/")}>
            Go to Today
          </Link>
        </p>
      )}
      {reference && (
        <p className="mt-3">
          If it happens again, tell the person who maintains the shop this number:{" "}
          <b id={errorElementIds.reference} className="figures whitespace-nowrap">
            {reference}
          </b>
          .
        </p>
      )}
    </div>
  );
}

/** The page of the menu to which an address belongs; null if there is none, or if the address is that page. */
function listAbove(pathname: string): { path: string; label: string } | null {
  const path = `/${pathname.split("/")[1] ?? ""}`;
  const route: DeskRoute | undefined = isKeyOf(deskRoutes, path) ? deskRoutes[path] : undefined;
  return route?.label && path !== pathname ? { path, label: route.label } : null;
}
