/** The desk's page of what buyers owe by bank transfer: ages, orders, transfers to record, and reminders. */
import { Link } from "react-router";

import { Money } from "#app/components/books/money.tsx";
import { servicesContext } from "#app/http/context.ts";
import { Form } from "#desk/components/forms/form.tsx";
import { ActionBanner } from "#desk/components/frame/action-banner.tsx";
import { deskHref } from "#desk/desk-routes.ts";
import { answerAction } from "#desk/http/answer-action.server.ts";
import type { ActionError } from "#desk/http/action-error.ts";
import { redirectWithFlash } from "#desk/http/redirect-with-flash.server.ts";
import { requireStaff } from "#desk/http/staff.server.ts";
import { isoDay, shortDay } from "#shop/kernel/dates/dates.ts";
import { may } from "#shop/people/staff/roles.ts";
import { ages, listReceivables, sumByAge, type Receivable } from "#shop/sales/payments/receivables.server.ts";
import { listTaxWithheld } from "#shop/sales/payments/tax-withheld.server.ts";
import { Button } from "#ui/button.tsx";
import { TextField } from "#ui/field.tsx";
import { Figure } from "#ui/figure.tsx";
import { TaxWithheld } from "./tax-withheld.tsx";
import { receivableActions } from "./actions.server.ts";

import type { Route } from "./+types/route";

export async function loader(args: Route.LoaderArgs) {
  const { staff } = await requireStaff(args, { needs: "transfers" });
  const services = args.context.get(servicesContext);
  const [receivables, withheld] = await Promise.all([listReceivables(services), listTaxWithheld(services.db)]);
  const sums = sumByAge(receivables);
  return {
    receivables,
    withheld,
    sums: ages.map(({ label }, place) => ({ label, paise: sums[place] ?? 0 })),
    today: isoDay(services.now()),
    // With `?order=`, the form to record a transfer is filled with this order.
    order: (new URL(args.request.url).searchParams.get("order") ?? "").slice(0, 20),
    maySeeOrders: may(staff.role, "orders"),
  };
}

export function action(args: Route.ActionArgs) {
  return answerAction(args, receivableActions, (_, answer) =>
    redirectWithFlash(args.request, deskHref("/receivables"), answer),
  );
}

/** Reloads the data after a rejected form. */
export const shouldRevalidate = () => true;

export const meta = () => [{ title: "Owed by buyers" }];

export default function Receivables({ loaderData, actionData }: Route.ComponentProps) {
  const { receivables, withheld, sums, today, order, maySeeOrders } = loaderData;
  const trouble = actionData ?? null;
  return (
    <div className="desk-page grid grid-cols-[minmax(0,1fr)] gap-8">
      <div>
        <h1 className="text-h3">Owed by buyers</h1>
        <p className="mt-1 max-w-measure text-quiet">
          Orders of quotations that are paid by bank transfer. Enter each transfer as your bank shows it.
        </p>
        <ActionBanner trouble={trouble} />
      </div>
      {receivables.length === 0 ? (
        <p>Nothing is owed by bank transfer.</p>
      ) : (
        <>
          {sums.some(({ paise }) => paise > 0) && <Ages sums={sums} />}
          <Orders receivables={receivables} maySeeOrders={maySeeOrders} />
        </>
      )}
      <RecordForm
        // Resets the form once a transfer is recorded.
        key={`${order} ${receivables.map(({ leftPaise }) => leftPaise).join(" ")}`}
        order={order}
        today={today}
        trouble={trouble?.action === "transfers.record" ? trouble : null}
      />
      {withheld.length > 0 && (
        <TaxWithheld withheld={withheld} trouble={trouble?.action === "transfers.note-certificate" ? trouble : null} />
      )}
    </div>
  );
}

/** What is owed on credit, by the days since the order. */
function Ages({ sums }: { sums: { label: string; paise: number }[] }) {
  return (
    <section aria-labelledby="ages">
      <h2 id="ages" className="text-title">
        On credit, by age
      </h2>
      <dl className="mt-3 grid grid-cols-2 gap-x-6 gap-y-3 sm:grid-cols-4">
        {sums.map(({ label, paise }) => (
          <div key={label}>
            <dt className="text-small text-quiet">{label}</dt>
            <dd className="figures font-semibold">
              <Money paise={paise} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Orders({ receivables, maySeeOrders }: { receivables: Receivable[]; maySeeOrders: boolean }) {
  return (
    <section aria-labelledby="orders">
      <h2 id="orders" className="text-title">
        Orders
      </h2>
      <ul className="mt-3 border-t border-line">
        {receivables.map((one) => (
          <li key={one.number} className="flex flex-wrap items-baseline gap-x-4 gap-y-1 border-b border-line py-2">
            <span className="min-w-0 flex-1 basis-60 break-words">
              <span className="font-semibold">{one.buyer}</span>
              <span className="block text-small text-quiet">
                {maySeeOrders ? (
                  <Link className="link" to={deskHref("/orders/:number", { number: one.number })}>
                    {one.number}
                  </Link>
                ) : (
                  <Figure>{one.number}</Figure>
                )}
                {`, ${shortDay(one.placedOn)}, ${one.age === 1 ? "1 day" : `${one.age} days`}`}
              </span>
            </span>
            <span className="basis-52">
              <span className="font-semibold">
                <Money paise={one.leftPaise} />
              </span>
              {one.receivedPaise > 0 && (
                <span className="text-small text-quiet">
                  {" of "}
                  <Money paise={one.totalPaise} />
                </span>
              )}
              <span className={`block text-small ${one.isLate ? "font-semibold" : "text-quiet"}`}>
                {describeDue(one)}
              </span>
            </span>
            <span className="flex flex-wrap items-center gap-x-4">
              <Link
                className="link inline-flex min-h-11 items-center"
                to={`${deskHref("/receivables", { order: one.number })}#record`}
              >
                Record a transfer<span className="sr-only"> for {one.number}</span>
              </Link>
              <Form method="post">
                <input type="hidden" name="order" value={one.number} />
                <Button variant="quiet" name="intent" value="transfers.remind">
                  Remind<span className="sr-only"> the buyer of {one.number}</span>
                </Button>
              </Form>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function describeDue({ dueOn, isLate, remindedAt }: Receivable): string {
  const due = dueOn === null ? "Copies are held until it is paid" : `${isLate ? "Was due" : "Due"} ${shortDay(dueOn)}`;
  return remindedAt === null ? due : `${due}, reminded ${shortDay(remindedAt)}`;
}

interface RecordFormProps {
  order: string;
  today: string;
  trouble: ActionError | null;
}

function RecordForm({ order, today, trouble }: RecordFormProps) {
  const values = trouble?.values ?? { order, day: today };
  const field = (name: string) => ({
    name,
    autoComplete: "off",
    required: true,
    defaultValue: values[name as keyof typeof values] ?? "",
    error: trouble?.errors[name],
  });
  return (
    <section aria-labelledby="record" className="desk-card p-4">
      <h2 id="record" className="text-title">
        Record a transfer
      </h2>
      <p className="text-small text-quiet">When all of it has come, an order that waited for it is packed.</p>
      <Form method="post" className="field-row mt-3 sm:grid-cols-2">
        <TextField label="Order" maxLength={20} {...field("order")} />
        <TextField label="Amount, ₹" inputMode="decimal" {...field("amount")} />
        <TextField label="Number of the bank (UTR)" maxLength={40} {...field("utr")} />
        <TextField label="Day" type="date" max={today} {...field("day")} />
        <TextField
          label="TDS kept back, ₹"
          inputMode="decimal"
          {...field("tds")}
          required={false}
          isOptional
          hint="Income tax that the buyer pays for you"
        />
        <p className="sm:col-span-2">
          <Button name="intent" value="transfers.record">
            Record
          </Button>
        </p>
      </Form>
    </section>
  );
}
