import { isRouteErrorResponse, Link, useLocation, useRouteError } from "react-router";

import { errorElementIds, useErrorReport } from "#app/http/error-report.ts";
import { href } from "#routing/href.ts";
import { ButtonLink } from "#ui/button.tsx";

import { EmptyState } from "./empty-state.tsx";

/** Error page for failures of the shop or the connection: an error reference to report, and links onward. */
export function PageError() {
  const { pathname, search } = useLocation();
  const error = useRouteError();
  const isUnreached = isFetchFailure(error);
  // Rate limit (429) or a request that no page of the shop sends (400): the response contains a text for the reader.
  const refusal = isRouteErrorResponse(error) && [400, 429].includes(error.status) ? error : null;
  const { reference, away } = useErrorReport();
  return (
    <div className="page pt-8 lg:pt-12">
      <EmptyState
        title={
          isUnreached
            ? "The shop is out of reach"
            : away
              ? "The shop is catching its breath"
              : refusal
                ? refusal.status === 429
                  ? "Please wait a moment"
                  : "We could not read this"
                : "This page fell out of its binding"
        }
        heading="h1"
        endpaper={{ pattern: "lehariya", inks: "neem" }}
      >
        <p id={away ? errorElementIds.away : undefined}>
          {isUnreached
            ? "The page could not be fetched. Check your connection and try again."
            : away
              ? away
              : refusal
                ? refusal.data
                : "Something went wrong on our side. Nothing you did is lost; try again in a minute."}
        </p>
        {reference && (
          <p className="mt-3">
            If the problem continues,{" "}
            <Link to={href("/contact")} reloadDocument className="link">
              tell us
            </Link>{" "}
            the number{" "}
            <b id={errorElementIds.reference} className="figures whitespace-nowrap">
              {reference}
            </b>
            .
          </p>
        )}
        <p className="mt-5 flex flex-wrap gap-3">
          <ButtonLink to={pathname + search} reloadDocument>
            Try again
          </ButtonLink>
          <ButtonLink to={href("/")} reloadDocument variant="outline">
            Return to homepage
          </ButtonLink>
        </p>
      </EmptyState>
    </div>
  );
}

/** Whether a fetch failed. Browsers report this as a `TypeError`, each browser with another message. */
function isFetchFailure(error: unknown): boolean {
  return error instanceof TypeError && /fetch|network|load failed/i.test(error.message);
}
