/** The desk's page of the home page: published content, drafts, tables of the week and reading lists. */
import { Link } from "react-router";

import { detectLanguage } from "#app/display/detect-language.ts";
import { servicesContext } from "#app/http/context.ts";
import { ActionBanner } from "#desk/components/frame/action-banner.tsx";
import { deskHref } from "#desk/desk-routes.ts";
import { requireStaff } from "#desk/http/staff.server.ts";
import { listWrittenLists } from "#shop/catalogue/content/reading-lists.server.ts";
import { listWeeklyTables } from "#shop/catalogue/content/weekly-tables.server.ts";
import { changedFields } from "#shop/kernel/audit-log/changed-fields.ts";
import { may } from "#shop/people/staff/roles.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";
import { describeHiddenChoices } from "#shop/office/storefront/describe-storefront.ts";
import { previewQuery } from "#shop/office/storefront/preview-link.server.ts";
import { readStorefront } from "#shop/office/storefront/published-storefront.server.ts";
import { findStorefrontFacts } from "#shop/office/storefront/find-storefront-facts.server.ts";
import { listStorefronts, type ListedStorefront } from "#shop/office/storefront/storefront-drafts.server.ts";
import { shortMoment } from "#shop/kernel/dates/dates.ts";
import { Badge } from "#ui/badge.tsx";
import { ButtonLink } from "#ui/button.tsx";
import { answerStorefrontForm } from "./answer-storefront-form.server.ts";
import { publishAgain } from "./publish-actions.server.ts";
import { describeBeginning } from "./describe-beginning.ts";
import { ShownWindow } from "./shown-window.tsx";
import { Windows } from "./windows.tsx";

import type { Route } from "./+types/route";

export async function loader(args: Route.LoaderArgs) {
  const { staff } = await requireStaff(args, { needs: "window" });
  const services = args.context.get(servicesContext);
  const { db, now } = services;
  const standing = await readStorefront(db);
  const [windows, facts, tables, lists] = await Promise.all([
    listStorefronts(db),
    findStorefrontFacts(db, standing, now()),
    listWeeklyTables(services),
    listWrittenLists(db),
  ]);
  const asShown = (window: ListedStorefront) => ({
    ...window,
    due: window.dueAt && shortMoment(window.dueAt),
    published: window.publishedAt && shortMoment(window.publishedAt),
    changed: shortMoment(window.changedAt),
  });
  return {
    drafts: windows.drafts.map(asShown),
    published: windows.published.map(asShown),
    isNewestShown: windows.newest !== null && changedFields(windows.newest, standing) === null,
    homeUrl: `${services.settings.publicUrl}/?${previewQuery(services, { window: standing, at: now() }, null)}`,
    givesWay: describeHiddenChoices(standing, facts),
    tables,
    lists,
    maySeeOffers: may(staff.role, "offers"),
  };
}

/** Reloads the data after a rejected form. */
export const shouldRevalidate = () => true;

export function action(args: Route.ActionArgs) {
  return answerStorefrontForm(args, [publishAgain], { path: "/window/draft", kind: "window" });
}

export const meta = () => [{ title: "Window" }];

export default function Window({ loaderData, actionData }: Route.ComponentProps) {
  const { tables, lists, maySeeOffers, ...windows } = loaderData;
  const trouble = actionData ?? null;
  return (
    <div className="desk-page grid gap-8">
      <div className="flex flex-wrap items-center gap-3">
        <h1 className="mr-auto text-h3">Window</h1>
        <ButtonLink variant="outline" to={deskHref("/window/list")}>
          New reading list
        </ButtonLink>
        <ButtonLink variant="outline" to={deskHref("/window/table")}>
          New table of the week
        </ButtonLink>
        <ButtonLink to={deskHref("/window/draft")}>New window</ButtonLink>
      </div>
      <ActionBanner trouble={trouble} />
      <ShownWindow {...windows} maySeeOffers={maySeeOffers} />
      <Windows {...windows} />
      <section aria-labelledby="tables">
        <h2 id="tables" className="text-title">
          Tables of the week
        </h2>
        <p className="mt-1 max-w-measure text-quiet">
          The home page shows the table that began last, with its first seven available books. A table needs at least
          three.
        </p>
        {tables.length === 0 ? (
          <p className="mt-3">There is no table. The home page shows the newest books instead.</p>
        ) : (
          <ul className="mt-3 border-t border-line">
            {tables.map(({ id, title, begins, available, isCurrent }) => (
              <li
                key={id}
                className="grid gap-x-4 border-b border-line py-2 sm:grid-cols-[2fr_1fr_1fr] sm:items-baseline"
              >
                <span className="flex flex-wrap items-center gap-x-3">
                  <Link
                    lang={detectLanguage(title)}
                    className="row-link inline-flex min-h-11 items-center"
                    to={deskHref("/window/table", { table: id })}
                  >
                    {title}
                  </Link>
                  {isCurrent && <Badge>Shown today</Badge>}
                </span>
                <span>From {describeBeginning(begins)}</span>
                <span>{formatCount(available, "book")} available</span>
              </li>
            ))}
          </ul>
        )}
      </section>
      <section aria-labelledby="lists">
        <h2 id="lists" className="text-title">
          Reading lists
        </h2>
        <p className="mt-1 max-w-measure text-quiet">
          In the order in which readers see them. The home page shows three: first the lists that its window chooses,
          then the first lists here.
        </p>
        {lists.length === 0 ? (
          <p className="mt-3">There is no reading list.</p>
        ) : (
          <ul className="mt-3 border-t border-line">
            {lists.map(({ id, title, books, shown }) => (
              <li
                key={id}
                className="grid gap-x-4 border-b border-line py-2 sm:grid-cols-[2fr_1fr_1fr] sm:items-baseline"
              >
                <Link
                  lang={detectLanguage(title)}
                  className="row-link inline-flex min-h-11 items-center"
                  to={deskHref("/window/list", { list: id })}
                >
                  {title}
                </Link>
                <span className="sm:col-span-2">
                  {formatCount(books, "book")}
                  {shown === 0
                    ? ": readers see none of them, so they do not see the list"
                    : shown < books && `, readers see ${shown}`}
                </span>
              </li>
            ))}
          </ul>
        )}
      </section>
    </div>
  );
}
