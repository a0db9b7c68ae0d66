import { Link } from "react-router";

import { fixedPages } from "#app/content/fixed-pages/fixed-pages.ts";
import { detectLanguage } from "#app/display/detect-language.ts";
import { servicesContext } from "#app/http/context.ts";
import { deskHref } from "#desk/desk-routes.ts";
import { requireStaff } from "#desk/http/staff.server.ts";
import { shortMoment } from "#shop/kernel/dates/dates.ts";
import { pagePath, pagePlaces } from "#shop/office/pages/page.ts";
import { listPages, listWrittenPages } from "#shop/office/pages/pages.server.ts";
import { Badge } from "#ui/badge.tsx";
import { ButtonLink } from "#ui/button.tsx";

import type { Route } from "./+types/route";

export async function loader(args: Route.LoaderArgs) {
  await requireStaff(args, { needs: "settings" });
  const { db } = args.context.get(servicesContext);
  const [pages, written] = await Promise.all([listPages(db), listWrittenPages(db)]);
  const changes = new Map(written.map(({ id, changedAt }) => [id, changedAt]));
  return {
    fixed: Object.entries(fixedPages).map(([id, { title }]) => {
      const changedAt = changes.get(id);
      return { id, title, changed: changedAt === undefined ? null : shortMoment(changedAt) };
    }),
    pages: pages.map(({ id, title, place, isShown, changedAt }) => ({
      id,
      title,
      isShown,
      path: pagePath(id),
      linked: place === "fixed" ? "" : pagePlaces[place],
      changed: shortMoment(changedAt),
    })),
  };
}

export const meta = () => [{ title: "Pages" }];

/** The list of the pages that the bookseller writes. */
export default function Pages({ loaderData: { pages, fixed } }: Route.ComponentProps) {
  return (
    <div className="desk-page grid gap-8">
      <div className="flex flex-wrap items-center gap-3">
        <h1 className="mr-auto text-h3">Pages</h1>
        <ButtonLink to={deskHref("/pages/edit")}>New page</ButtonLink>
      </div>
      <section aria-labelledby="fixed">
        <h2 id="fixed" className="text-title">
          What every shop has
        </h2>
        <p className="mt-1 max-w-measure text-quiet">
          Their words follow your settings. Change them where yours differ; what you promise there binds you.
        </p>
        <ul className="mt-3 border-t border-line">
          {fixed.map(({ id, title, changed }) => (
            <li key={id} className="flex flex-wrap items-baseline gap-x-4 border-b border-line">
              <Link
                className="row-link inline-flex min-h-11 flex-1 items-center"
                to={deskHref("/pages/edit", { page: id })}
              >
                {title}
              </Link>
              <span className="text-small text-quiet">
                {changed === null ? "In the shop’s words" : `Your words, changed ${changed}`}
              </span>
            </li>
          ))}
        </ul>
      </section>
      <section aria-labelledby="own">
        <h2 id="own" className="text-title">
          Your own
        </h2>
        {pages.length === 0 ? (
          <p className="mt-3 max-w-measure">
            There is no page of your own yet. Write one for what readers ask you: school orders, events, how to find the
            shop.
          </p>
        ) : (
          <ul className="mt-3 border-t border-line">
            {pages.map(({ id, title, isShown, path, linked, changed }) => (
              <li
                key={id}
                className="grid gap-x-4 border-b border-line py-2 sm:grid-cols-[2fr_2fr_auto] sm:items-baseline"
              >
                <span className="min-w-0">
                  <span className="flex flex-wrap items-center gap-x-3">
                    <Link
                      lang={detectLanguage(title)}
                      className="row-link inline-flex min-h-11 items-center"
                      to={deskHref("/pages/edit", { page: id })}
                    >
                      {title}
                    </Link>
                    {!isShown && <Badge>Hidden</Badge>}
                  </span>
                  <span className="block text-small break-words text-quiet">{path}</span>
                </span>
                <span>{linked}</span>
                <span className="text-small text-quiet">Changed {changed}</span>
              </li>
            ))}
          </ul>
        )}
      </section>
    </div>
  );
}
