/** The desk's report of readers' searches; those without results are listed first. */
import { detectLanguage } from "#app/display/detect-language.ts";
import { servicesContext } from "#app/http/context.ts";
import { AsOf, ReportPending } from "#desk/components/papers/cached-report.tsx";
import { ReportLinks } from "#desk/components/papers/report-links.tsx";
import { deskHref } from "#desk/desk-routes.ts";
import { requireStaff } from "#desk/http/staff.server.ts";
import { searchesReport } from "#shop/office/back-office/search-reports.server.ts";
import { readLongReport } from "#shop/office/reports/long-report.server.ts";
import {
  searchDays,
  shownFromVisitors,
  type SearchedText,
} from "#shop/catalogue/search/counts/search-counts.server.ts";

import type { Route } from "./+types/route";

export async function loader(args: Route.LoaderArgs) {
  await requireStaff(args, { needs: "reports" });
  const services = args.context.get(servicesContext);
  const report = await readLongReport(services, searchesReport);
  return {
    report,
    shopSearch: `${services.settings.publicUrl}/search?q=`,
    days: searchDays,
    visitors: shownFromVisitors,
  };
}

export const meta = () => [{ title: "Searches" }];

export default function SearchesReport({ loaderData }: Route.ComponentProps) {
  const { report, shopSearch, days, visitors } = loaderData;
  return (
    <div className="desk-page grid gap-8">
      <div>
        <ReportLinks />
        <h1 className="text-h3">Searches</h1>
        <p className="mt-2 max-w-measure text-quiet">
          Texts that at least {visitors} visitors searched for in the last {days} days, at most 100 in each table. The
          shop does not store who searched.
        </p>
        <p>
          <a className="link inline-flex min-h-11 items-center" href={deskHref("/reports/searches/table.csv")}>
            Both tables as CSV
          </a>
        </p>
        {report ? <AsOf madeAt={report.madeAt} /> : <ReportPending />}
      </div>
      {report && (
        <>
          <Searched
            id="not-found"
            heading="Found nothing"
            texts={report.head.notFound}
            shopSearch={shopSearch}
            none="All searches found books."
          />
          <Searched
            id="found"
            heading="Found books"
            texts={report.head.found}
            shopSearch={shopSearch}
            none="No search has found a book yet."
          />
        </>
      )}
    </div>
  );
}

interface SearchedProps {
  id: string;
  heading: string;
  texts: SearchedText[];
  /** The URL of the shop's search without the text. The search shows current results. */
  shopSearch: string;
  /** The text that an empty list shows. */
  none: string;
}

function Searched({ id, heading, texts, shopSearch, none }: SearchedProps) {
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="text-title">
        {heading}
      </h2>
      {texts.length === 0 ? (
        <p className="mt-3">{none}</p>
      ) : (
        <table className="desk-table mt-3">
          <thead>
            <tr>
              <th scope="col">Searched for</th>
              <th scope="col" className="text-right!">
                Visitors
              </th>
              <th scope="col" className="text-right!">
                Books found
              </th>
            </tr>
          </thead>
          <tbody>
            {texts.map(({ text, visitors, found }) => (
              <tr key={text}>
                <th scope="row" lang={detectLanguage(text)} className="text-ink!">
                  {text}
                </th>
                <td className="text-right! tabular-nums">{visitors.toLocaleString("en-IN")}</td>
                <td className="text-right! tabular-nums">
                  <a className="link" href={`${shopSearch}${encodeURIComponent(text)}`} rel="noreferrer">
                    {found.toLocaleString("en-IN")}
                  </a>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
