/** The desk's page of money that carriers collected on delivery: what they owe, and what they have paid. */
import { Money } from "#app/components/books/money.tsx";
import { servicesContext } from "#app/http/context.ts";
import { ActionBanner } from "#desk/components/frame/action-banner.tsx";
import { deskHref } from "#desk/desk-routes.ts";
import { answerAction } from "#desk/http/answer-action.server.ts";
import { redirectWithFlash } from "#desk/http/redirect-with-flash.server.ts";
import { requireStaff } from "#desk/http/staff.server.ts";
import { isoDay, shortDay } from "#shop/kernel/dates/dates.ts";
import { may } from "#shop/people/staff/roles.ts";
import {
  listCarrierDebts,
  listOddLines,
  listRemittances,
  usualRemittanceDays,
} from "#shop/sales/remittances/owed-by-carriers.server.ts";
import { remittanceActions } from "./actions.server.ts";
import { OddLines } from "./odd-lines.tsx";
import { RemittanceForm } from "./remittance-form.tsx";

import type { Route } from "./+types/route";

export async function loader(args: Route.LoaderArgs) {
  const { staff } = await requireStaff(args, { needs: "payouts" });
  const { db, now } = args.context.get(servicesContext);
  const [{ debts, parcels }, odd, remittances] = await Promise.all([
    listCarrierDebts({ db, now }),
    listOddLines(db),
    listRemittances(db),
  ]);
  const maySeeOrders = may(staff.role, "orders");
  return { debts, parcels, odd, remittances, today: isoDay(now()), lateDays: usualRemittanceDays, maySeeOrders };
}

export function action(args: Route.ActionArgs) {
  return answerAction(args, remittanceActions, (_, answer) =>
    typeof answer === "string"
      ? redirectWithFlash(args.request, deskHref("/remittances"), answer)
      : { preview: answer },
  );
}

/** Reloads the state after a rejected form. */
export const shouldRevalidate = () => true;

export const meta = () => [{ title: "Cash on delivery" }];

export default function Remittances({ loaderData, actionData: answer }: Route.ComponentProps) {
  const { debts, parcels, odd, remittances, today, lateDays, maySeeOrders } = loaderData;
  const preview = answer && "preview" in answer ? answer.preview : null;
  const trouble = answer && "errors" in answer ? answer : null;
  const ofLine = trouble?.action === "remittances.close" || trouble?.action === "remittances.accept" ? trouble : null;
  return (
    <div className="desk-page grid gap-8">
      <div>
        <h1 className="text-h3">Cash on delivery</h1>
        <ActionBanner trouble={trouble} />
      </div>
      <section aria-labelledby="owed">
        <h2 id="owed" className="text-title">
          What carriers owe you
        </h2>
        {debts.length === 0 ? (
          <p className="mt-3">Nothing: no parcel was delivered whose money has not come.</p>
        ) : (
          <table className="desk-table desk-stacked mt-3">
            <thead>
              <tr>
                <th scope="col">Carrier</th>
                <th scope="col" className="text-right!">
                  Parcels
                </th>
                <th scope="col" className="text-right!">
                  Owed
                </th>
                <th scope="col" className="text-right!">
                  Of it more than {lateDays} days
                </th>
              </tr>
            </thead>
            <tbody>
              {debts.map(({ carrier, parcels: count, owedPaise, latePaise }) => (
                <tr key={carrier}>
                  <th scope="row">{carrier}</th>
                  <td data-label="Parcels">{count.toLocaleString("en-IN")}</td>
                  <td data-label="Owed" className="font-semibold">
                    <Money paise={owedPaise} />
                  </td>
                  <td data-label={`Of it more than ${lateDays} days`}>
                    <Money paise={latePaise} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </section>
      {odd.length > 0 && (
        <section aria-labelledby="odd">
          <h2 id="odd" className="text-title">
            To look at
          </h2>
          <OddLines lines={odd} maySeeOrders={maySeeOrders} trouble={ofLine} />
        </section>
      )}
      <section aria-labelledby="record">
        <h2 id="record" className="text-title">
          Record a transfer
        </h2>
        <RemittanceForm
          // Resets the form once the transfer is recorded.
          key={remittances[0]?.utr}
          parcels={parcels}
          carriers={debts.map(({ carrier }) => carrier)}
          today={today}
          maySeeOrders={maySeeOrders}
          preview={preview}
          trouble={ofLine ? null : trouble}
        />
      </section>
      <section aria-labelledby="recorded">
        <h2 id="recorded" className="text-title">
          Recorded
        </h2>
        {remittances.length === 0 ? (
          <p className="mt-3">No transfer was recorded yet.</p>
        ) : (
          <table className="desk-table desk-stacked mt-3">
            <thead>
              <tr>
                <th scope="col">Day</th>
                <th scope="col">Carrier</th>
                <th scope="col" className="text-right!">
                  Parcels
                </th>
                <th scope="col" className="text-right!">
                  Kept
                </th>
                <th scope="col" className="text-right!">
                  To the bank
                </th>
              </tr>
            </thead>
            <tbody>
              {remittances.map(({ id, paidOn, utr, carrier, parcels: count, deductedPaise, amountPaise }) => (
                <tr key={id}>
                  <th scope="row">
                    {shortDay(paidOn)}
                    <span className="block text-small font-normal break-all text-quiet">UTR {utr}</span>
                  </th>
                  <td data-label="Carrier" className="desk-words">
                    {carrier}
                  </td>
                  <td data-label="Parcels">{count.toLocaleString("en-IN")}</td>
                  <td data-label="Kept">
                    <Money paise={deductedPaise} />
                  </td>
                  <td data-label="To the bank" className="font-semibold">
                    <Money paise={amountPaise} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </section>
    </div>
  );
}
