/** The desk's page of shelf labels: the field for ISBNs, the labels to print, and errors. */
import { Money } from "#app/components/books/money.tsx";
import { detectLanguage } from "#app/display/detect-language.ts";
import { servicesContext } from "#app/http/context.ts";
import { Form } from "#desk/components/forms/form.tsx";
import { deskHref } from "#desk/desk-routes.ts";
import { StockNav } from "#desk/pages/stock/stock-nav.tsx";
import { requireStaff } from "#desk/http/staff.server.ts";
import { maxShelfLabels } from "#shop/office/back-office/parcels/parcel-papers.server.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";
import { Banner } from "#ui/banner.tsx";
import { Button } from "#ui/button.tsx";
import { TextArea } from "#ui/field.tsx";
import { planLabels } from "./plan-labels.server.ts";

import type { Route } from "./+types/route";

/** Maximum number of errors shown. */
const maxShown = 10;

export async function loader(args: Route.LoaderArgs) {
  await requireStaff(args, { needs: "stock" });
  const text = (new URL(args.request.url).searchParams.get("isbns") ?? "").replaceAll("\0", "");
  return { text, ...(await planLabels(args.context.get(servicesContext).db, text)), most: maxShelfLabels };
}

export const meta = () => [{ title: "Shelf labels" }];

export default function ShelfLabels({ loaderData }: Route.ComponentProps) {
  const { text, books, problems, most } = loaderData;
  const labels = books.reduce((sum, { copies }) => sum + copies, 0);
  const isReady = labels > 0 && labels <= most && problems.length === 0;
  return (
    <div className="desk-page grid grid-cols-[minmax(0,1fr)] gap-6">
      <div>
        <StockNav />
        <h1 className="text-h3">Shelf labels</h1>
      </div>
      <p className="max-w-measure text-quiet">
        Title, price and bar code, 70 × 37 mm, 24 on a page of A4. Print them at full size (100%): smaller bars cannot
        be scanned.
      </p>
      <Form method="get" className="grid max-w-measure gap-3">
        <TextArea
          label="ISBNs, one on each line"
          hint={"Scan or type them. For three labels of a book, write x\u00a03 after its ISBN."}
          name="isbns"
          defaultValue={text}
          rows={8}
          autoComplete="off"
          maxLength={6000}
        />
        <p className="flex flex-wrap gap-3">
          <Button variant={isReady ? "outline" : "primary"}>Check the list</Button>
        </p>
      </Form>
      {problems.length > 0 && (
        <Banner variant="error">
          <p>
            Correct or remove {problems.length === 1 ? "this line" : "these lines"}. The other lines are not affected:
          </p>
          <ul className="mt-1 list-disc pl-5">
            {problems.slice(0, maxShown).map((problem) => (
              <li key={problem} className="wrap-anywhere">
                {problem}
              </li>
            ))}
          </ul>
          {problems.length > maxShown && <p className="mt-1">And {problems.length - maxShown} more.</p>}
        </Banner>
      )}
      {labels > most && (
        <Banner variant="error">
          These are {labels} labels, but at most {most} can be printed at once. Remove some lines.
        </Banner>
      )}
      {books.length > 0 && (
        <section aria-labelledby="labels" className="grid gap-3">
          <h2 id="labels" className="text-title">
            {formatCount(labels, "label")}
          </h2>
          <ul className="border-t border-line">
            {books.map(({ isbn13, title, author, category, pricePaise, copies }, place) => (
              <li key={place} className="flex flex-wrap gap-x-4 border-b border-line py-2">
                <span className="min-w-0 flex-1 basis-60 break-words">
                  <strong>{copies} ×</strong> <cite lang={detectLanguage(title)}>{title}</cite>
                  <span className="block text-small text-quiet">
                    {[author, category, isbn13].filter(Boolean).join(", ")}
                  </span>
                </span>
                <span className="tabular-nums">
                  <Money paise={pricePaise} />
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {isReady && (
        <form action={deskHref("/shelf-labels/print")} target="_blank">
          <input type="hidden" name="isbns" value={text} />
          <Button>Print as PDF</Button>
        </form>
      )}
    </div>
  );
}
