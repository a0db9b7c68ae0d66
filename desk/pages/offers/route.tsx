/** The desk's list of promotion codes and bundles. */
import { Link } from "react-router";

import { detectLanguage } from "#app/display/detect-language.ts";
import { servicesContext } from "#app/http/context.ts";
import { deskHref } from "#desk/desk-routes.ts";
import { requireStaff } from "#desk/http/staff.server.ts";
import { listWrittenBundles, maxBundles } from "#shop/catalogue/books/save-bundle.server.ts";
import { stageOf } from "#shop/sales/pricing/promotion-fields.ts";
import { listPromotions, maxPromotions } from "#shop/sales/pricing/save-promotion.server.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";
import { Badge } from "#ui/badge.tsx";
import { ButtonLink } from "#ui/button.tsx";
import { describeCode, describePeriod } from "./describe-offer.ts";

import type { Route } from "./+types/route";

export async function loader(args: Route.LoaderArgs) {
  await requireStaff(args, { needs: "offers" });
  const { db, now } = args.context.get(servicesContext);
  const [promotions, bundles] = await Promise.all([listPromotions(db), listWrittenBundles(db)]);
  const at = now();
  return {
    codes: promotions.map((promotion) => ({ ...promotion, stage: stageOf(promotion, at) })),
    bundles: bundles.map((bundle) => ({ ...bundle, stage: stageOf(bundle, at) })),
    most: { codes: maxPromotions, bundles: maxBundles },
  };
}

export const meta = () => [{ title: "Offers" }];

export default function Offers({ loaderData }: Route.ComponentProps) {
  const { codes, bundles, most } = loaderData;
  return (
    <div className="desk-page grid gap-8">
      <div className="flex flex-wrap items-center gap-3">
        <h1 className="mr-auto text-h3">Offers</h1>
        <ButtonLink variant="outline" to={deskHref("/offers/results")}>
          Results
        </ButtonLink>
        <ButtonLink variant="outline" to={deskHref("/offers/trial")}>
          Test a cart
        </ButtonLink>
        <ButtonLink variant="outline" to={deskHref("/offers/bundle")}>
          New bundle
        </ButtonLink>
        <ButtonLink to={deskHref("/offers/code")}>New code</ButtonLink>
      </div>
      <section aria-labelledby="codes">
        <h2 id="codes" className="text-title">
          Codes
        </h2>
        {codes.length === 0 ? (
          <p className="mt-3">
            There are no codes. If a reader types one, the shop answers that it does not know the code.
          </p>
        ) : (
          <ul className="mt-3 border-t border-line">
            {codes.map((promotion) => (
              <li
                key={promotion.code}
                className="grid gap-x-4 border-b border-line py-2 sm:grid-cols-[12rem_1fr_1fr] sm:items-baseline"
              >
                <Link
                  className="row-link inline-flex min-h-11 items-center"
                  to={deskHref("/offers/code", { code: promotion.code })}
                >
                  {promotion.code}
                </Link>
                <span className="min-w-0 break-words">
                  {promotion.name}, {describeCode(promotion)}
                </span>
                <span
                  className={`flex flex-wrap content-start items-start gap-x-2 ${promotion.stage === "over" ? "text-quiet" : ""}`}
                >
                  {describePeriod(promotion)}
                  {promotion.isAnnounced && promotion.stage !== "over" && <Badge>Announced</Badge>}
                </span>
              </li>
            ))}
          </ul>
        )}
        {codes.length === most.codes && <p className="mt-3 text-quiet">Only {most.codes} codes are shown.</p>}
      </section>
      <section aria-labelledby="bundles">
        <h2 id="bundles" className="text-title">
          Bundles
        </h2>
        {bundles.length === 0 ? (
          <p className="mt-3">There are no bundles.</p>
        ) : (
          <ul className="mt-3 border-t border-line">
            {bundles.map((bundle) => (
              <li
                key={bundle.id}
                className="grid gap-x-4 border-b border-line py-2 sm:grid-cols-[12rem_1fr_1fr] sm:items-baseline"
              >
                <Link
                  lang={detectLanguage(bundle.name)}
                  className="row-link inline-flex min-h-11 items-center"
                  to={deskHref("/offers/bundle", { bundle: bundle.id })}
                >
                  {bundle.name}
                </Link>
                <span>
                  {bundle.percentOff}% off {formatCount(bundle.bookIds.length, "book")}
                </span>
                <span className={bundle.stage === "over" ? "text-quiet" : ""}>{describePeriod(bundle)}</span>
              </li>
            ))}
          </ul>
        )}
        {bundles.length === most.bundles && <p className="mt-3 text-quiet">Only {most.bundles} bundles are shown.</p>}
      </section>
    </div>
  );
}
