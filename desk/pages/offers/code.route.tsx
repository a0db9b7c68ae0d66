/** The desk's page of one promotion code with its results, or the form of a new one. */
import { data } from "react-router";

import { servicesContext } from "#app/http/context.ts";
import { deskHref } from "#desk/desk-routes.ts";
import { answerAction } from "#desk/http/answer-action.server.ts";
import { redirectWithFlash } from "#desk/http/redirect-with-flash.server.ts";
import { requireStaff } from "#desk/http/staff.server.ts";
import { nameTargets } from "#shop/catalogue/books/offer-targets.server.ts";
import { toMomentField } from "#shop/kernel/dates/moment-field.ts";
import { readOfferResults } from "#shop/sales/pricing/offer-results.server.ts";
import { stageOf } from "#shop/sales/pricing/promotion-fields.ts";
import { countUses, findPromotion } from "#shop/sales/pricing/save-promotion.server.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";
import { Button, ButtonLink } from "#ui/button.tsx";
import { Checkbox } from "#ui/checkbox.tsx";
import { SelectField, TextField } from "#ui/field.tsx";
import { codeActions } from "./code-actions.server.ts";
import { codeValues } from "./code-form.ts";
import { codeLabels } from "./code-labels.ts";
import { describePeriod } from "./describe-offer.ts";
import { OfferFrame } from "./offer-frame.tsx";
import { Results } from "./results.tsx";
import { TermsOfBooks } from "./terms-of-books.tsx";

import type { Route } from "./+types/code.route";

export async function loader(args: Route.LoaderArgs) {
  await requireStaff(args, { needs: "offers" });
  const { db, now } = args.context.get(servicesContext);
  const code = new URL(args.request.url).searchParams.get("code")?.slice(0, 20) ?? null;
  if (code === null) {
    const values: Record<string, string> = { startsAt: toMomentField(now().toISOString()), appliesTo: "everything" };
    return { values, known: null };
  }
  const [promotion, results, uses] = await Promise.all([
    findPromotion(db, code),
    readOfferResults(db, { kind: "promotion", source: code }),
    countUses(db, code),
  ]);
  if (!promotion) throw data(`There is no code ${code}.`, { status: 404 });
  const stage = stageOf(promotion, now());
  const when = describePeriod({ ...promotion, stage });
  const names = (await nameTargets(db, promotion.targets)).join(", ");
  return { values: codeValues(promotion), known: { code, stage, when, results, uses, limit: promotion.limit, names } };
}

/** Reloads the data after a rejected form. */
export const shouldRevalidate = () => true;

export function action(args: Route.ActionArgs) {
  return answerAction(args, codeActions, (_, answer) => {
    const { code, words } = answer;
    return redirectWithFlash(args.request, deskHref("/offers/code", { code }), words);
  });
}

export const meta = () => [{ title: "A code" }];

export default function Code({ loaderData, actionData }: Route.ComponentProps) {
  const { values, known } = loaderData;
  const trouble = actionData ?? null;
  const typed = trouble?.action === "offers.save-code" ? trouble.values : values;
  return (
    <OfferFrame
      title={known ? `Code ${known.code}` : "A new code"}
      known={known}
      trouble={trouble}
      save="offers.save-code"
      values={values}
      labels={codeLabels}
      results={known && <Results results={known.results} uses={describeUses(known)} offer={{ code: known.code }} />}
      stop={{
        words: "After that, nobody can use it. Orders that were placed with it are not changed.",
        label: `Stop ${known?.code}`,
        intent: "offers.stop-code",
        field: { name: "code", value: known?.code ?? "" },
      }}
    >
      {(field) => (
        <>
          {known ? (
            <>
              <input type="hidden" name="code" value={known.code} />
              <div className="sm:col-span-2">
                <TextField {...field("name")} {...name} />
              </div>
            </>
          ) : (
            <>
              <TextField {...field("code")} hint="3 to 20 letters and digits, such as DIWALI20" required />
              <TextField {...field("name")} {...name} />
            </>
          )}
          <SelectField
            {...field("takes")}
            hint="A percentage off each book, or one amount off all of them together"
            autoComplete={undefined}
          >
            <option value="percent">Percent</option>
            <option value="rupees">Rupees</option>
          </SelectField>
          <TextField {...field("off")} inputMode="decimal" hint="1 to 90 percent, or rupees such as 150" required />
          <TextField
            {...field("minOrder")}
            inputMode="decimal"
            hint="Before discounts. Left empty: any order"
            isOptional
          />
          <TermsOfBooks field={field} names={known?.names ?? ""} isOpen={typed.appliesTo === "chosen"} />
          <TextField {...field("startsAt")} type="datetime-local" hint="Indian time" required />
          <TextField
            {...field("endsAt")}
            type="datetime-local"
            hint="Indian time. Left empty: until it is stopped"
            isOptional
          />
          <TextField
            {...field("limit")}
            inputMode="numeric"
            hint="Counts the orders of all readers together"
            isOptional
          />
          <TextField {...field("limitPerReader")} inputMode="numeric" hint="Counted by e-mail address" isOptional />
          <div className="grid gap-1 sm:col-span-2">
            <Checkbox name="isFirstOrderOnly" value="yes" defaultChecked={typed.isFirstOrderOnly === "yes"}>
              Only for a reader’s first order (with this e‑mail address)
            </Checkbox>
            <Checkbox name="isAnnounced" value="yes" defaultChecked={typed.isAnnounced === "yes"}>
              Announce it in the shop while it is valid: on the pages Home, Best sellers and Offers
            </Checkbox>
          </div>
          <p className="text-small text-quiet sm:col-span-2">
            A copy never gets two discounts. If a book has a bundle’s percentage and a code’s, the larger one is used. A
            code with an amount applies to books that are in no bundle. If the amount saves the reader more than the
            bundles, it is used instead of them.
          </p>
          <p className="flex flex-wrap gap-3 sm:col-span-2">
            <Button name="intent" value="offers.save-code">
              {known ? "Save the code" : "Make the code"}
            </Button>
            {known && (
              <ButtonLink variant="outline" to={deskHref("/offers/trial", { code: known.code })}>
                Test it in a cart
              </ButtonLink>
            )}
          </p>
        </>
      )}
    </OfferFrame>
  );
}

const name = { hint: "As readers see it in the cart", required: true, maxLength: 80 };

/** A sentence about the number of uses and their limit; undefined for an unused code. */
function describeUses({ uses, limit }: { uses: number; limit: number | null }): string | undefined {
  if (uses === 0) return undefined;
  const times = uses >= 10_000 ? "10,000 times or more" : formatCount(uses, "time");
  return `Used ${times}${limit === null ? "" : ` of ${limit.toLocaleString("en-IN")}`}, including orders that wait for payment.`;
}
