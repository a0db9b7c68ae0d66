/** A bill of the counter: printed again, and its books taken back. */
import { data } from "react-router";

import { servicesContext } from "#app/http/context.ts";
import { BackLink } from "#desk/components/back-link.tsx";
import { CannotBeUndone } from "#desk/components/forms/cannot-be-undone.tsx";
import { NoEnter } from "#desk/components/forms/no-enter.tsx";
import { Form } from "#desk/components/forms/form.tsx";
import { useIsScripted } from "#desk/components/forms/use-is-scripted.ts";
import { ActionBanner } from "#desk/components/frame/action-banner.tsx";
import { deskHref } from "#desk/desk-routes.ts";
import type { ActionError } from "#desk/http/action-error.ts";
import { answerAction } from "#desk/http/answer-action.server.ts";
import { redirectWithFlash } from "#desk/http/redirect-with-flash.server.ts";
import { requireStaff } from "#desk/http/staff.server.ts";
import { longMoment } from "#shop/kernel/dates/dates.ts";
import { findSaleByBill, listReturnable, type ReturnableLine } from "#shop/sales/counter/return-at-counter.server.ts";
import { listTills, type Till } from "#shop/sales/counter/tills.server.ts";
import { numberInAddress } from "#shop/sales/documents/document-name.ts";
import { findDocumentByNumber } from "#shop/sales/documents/find-documents.server.ts";
import { Button, ButtonLink } from "#ui/button.tsx";
import { TextField } from "#ui/field.tsx";
import { PrintedReceipt } from "./printed-receipt.tsx";
import { receiptOfBill } from "./receipt-data.ts";
import { takeBackFromDesk } from "./return-actions.server.ts";
import { CopiesField, FitField, GivenBackFields, type FormTrouble } from "./return-fields.tsx";

import type { Route } from "./+types/bill.route";

export async function loader(args: Route.LoaderArgs) {
  await requireStaff(args, { needs: "counter" });
  const { db, settings } = args.context.get(servicesContext);
  const document = await findDocumentByNumber(db, args.params.bill.toUpperCase());
  const sale = document && (await findSaleByBill(db, document.number));
  if (!sale) throw data("No till has issued this bill.", { status: 404 });
  const [lines, tills] = await Promise.all([listReturnable(db, sale.orderNumber), listTills(db)]);
  return { sale, lines, tills: tills.filter(({ isOpen }) => isOpen), shopName: settings.name };
}

export function action(args: Route.ActionArgs) {
  return answerAction(args, [takeBackFromDesk], (_, answer) =>
    redirectWithFlash(args.request, deskHref("/counter/bills/:bill", { bill: args.params.bill }), answer),
  );
}

/** Reloads the state after a rejected form. */
export const shouldRevalidate = () => true;

export const meta = ({ params }: { params: { bill?: string } }) => [{ title: `Bill ${params.bill ?? ""}` }];

export default function Bill({ loaderData, actionData: trouble }: Route.ComponentProps) {
  const { sale, lines, tills, shopName } = loaderData;
  const { bill, orderNumber, till, soldAt, soldBy, payment, isByProvider } = sale;
  const isScripted = useIsScripted();
  const left = lines.filter((line) => line.left > 0);
  return (
    <div className="desk-page grid gap-6">
      <div className="not-receipt">
        <BackLink to={deskHref("/counter")}>Counter</BackLink>
        <h1 className="text-h3">{`Bill ${bill.number}`}</h1>
        <p className="mt-1 text-quiet">{`Sold ${longMoment(soldAt)} at the till ${till} by ${soldBy}.`}</p>
        <ActionBanner trouble={trouble ?? null} />
        <p className="mt-3 flex flex-wrap gap-2">
          <ButtonLink
            variant="outline"
            reloadDocument
            to={deskHref("/documents/:document", { document: numberInAddress(bill.number) })}
          >
            Bill as PDF
          </ButtonLink>
          <ButtonLink variant="quiet" to={deskHref("/orders/:number", { number: orderNumber })}>
            Its order
          </ButtonLink>
        </p>
      </div>
      <div className="grid items-start gap-8 lg:grid-cols-[1fr_20rem]">
        <section aria-labelledby="back" className="not-receipt">
          <h2 id="back" className="text-title">
            Take books back
          </h2>
          {left.length === 0 ? (
            <p className="mt-3">All books of this bill came back.</p>
          ) : (
            <ReturnForm
              // Resets the form once books came back.
              key={left.reduce((sum, line) => sum + line.left, 0)}
              orderNumber={orderNumber}
              lines={left}
              tills={tills}
              till={till}
              isByProvider={isByProvider}
              trouble={trouble ?? null}
            />
          )}
        </section>
        {isScripted && <PrintedReceipt receipt={receiptOfBill(bill, payment)} shopName={shopName} isCopy />}
      </div>
    </div>
  );
}

interface ReturnFormProps {
  orderNumber: string;
  lines: ReturnableLine[];
  tills: Till[];
  till: string;
  isByProvider: boolean;
  trouble: ActionError | null;
}

/** Which copies come back, why, and how the money is given. */
function ReturnForm({ orderNumber, lines, tills, till, isByProvider, trouble }: ReturnFormProps) {
  const form: FormTrouble = { values: trouble?.values ?? {}, errors: trouble?.errors ?? {} };
  return (
    <Form method="post" className="mt-3 grid max-w-measure gap-4">
      <NoEnter />
      <input type="hidden" name="order" value={orderNumber} />
      <p className="text-quiet">For another book, take this one back first, then sell the other at the till.</p>
      {lines.map((line) => (
        <CopiesField key={line.position} {...line} {...form} />
      ))}
      <TextField
        label="Why they come back"
        hint="The credit note says it"
        name="why"
        autoComplete="off"
        defaultValue={form.values.why ?? ""}
        error={form.errors.why}
      />
      <FitField {...form} />
      {isByProvider ? (
        <>
          <input type="hidden" name="paidBy" value="upi" />
          <input type="hidden" name="reference" value="" />
          <input type="hidden" name="till" value={till} />
          <p>The money goes back through Razorpay, to the UPI account that paid. Give nothing by hand.</p>
        </>
      ) : (
        <GivenBackFields {...form} tills={tills} till={till} />
      )}
      <p>
        <Button name="intent" value="counter.take-back">
          Take them back
        </Button>
      </p>
      <CannotBeUndone
        what={
          isByProvider
            ? "Razorpay gives the money back, and each book gets a credit note."
            : "The money counts as given back, and each book gets a credit note."
        }
      />
    </Form>
  );
}
