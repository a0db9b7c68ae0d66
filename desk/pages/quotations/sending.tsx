/** The forms that send a quotation, make it an order for the buyer, and take it back to a draft. */
import { Form } from "#desk/components/forms/form.tsx";
import type { ActionError } from "#desk/http/action-error.ts";
import type { Quotation, QuotationState } from "#shop/sales/quotations/quotation.ts";
import { Button } from "#ui/button.tsx";
import { TextField } from "#ui/field.tsx";

interface SendingProps {
  quotation: Quotation;
  state: QuotationState;
  /** What is missing before it can be sent; null if nothing. */
  lack: string | null;
  /** The buyer's link. */
  url: string;
}

/** Sends the quotation; a sent one can be sent again. */
export function Sending({ quotation: { id, email }, state, lack, url }: SendingProps) {
  const isDraft = state === "draft";
  if (state === "over") return null;
  return (
    <section aria-labelledby="send" className="desk-card p-4">
      <h2 id="send" className="text-title">
        {isDraft ? "Send it" : "The buyer’s link"}
      </h2>
      {!isDraft && <p className="mt-2 break-all">{url}</p>}
      {lack !== null ? (
        <p className="mt-2">{lack}</p>
      ) : (
        <Form method="post" className="mt-3 flex flex-wrap items-center gap-3">
          <input type="hidden" name="quotation" value={id} />
          {/* The button of `by` also names the action. */}
          <input type="hidden" name="intent" value="quotations.send" />
          <Button name="by" value="email" variant={isDraft ? "primary" : "outline"}>
            {isDraft ? `Send to ${email}` : `Send again to ${email}`}
          </Button>
          {isDraft && (
            <Button name="by" value="self" variant="outline">
              I give it to the buyer myself
            </Button>
          )}
          <p className="min-w-0 flex-1 basis-60 text-small text-quiet">
            {isDraft
              ? "Prices then stay as they are here until its last day. No copies are held before the buyer orders."
              : "With the PDF and the link by which the buyer orders."}
          </p>
        </Form>
      )}
    </section>
  );
}

interface SentFormsProps {
  quotation: Quotation;
  state: QuotationState;
  trouble: ActionError | null;
}

/** What can be done with a sent quotation: make it an order, if the buyer has said so, or change it. */
export function SentForms({ quotation: { id, sentAt, business }, state, trouble }: SentFormsProps) {
  return (
    <>
      {state === "sent" && sentAt !== null && (
        <section aria-labelledby="accept" className="desk-card p-4">
          <h2 id="accept" className="text-title">
            The buyer has ordered it
          </h2>
          <p className="mt-2 max-w-measure">
            By telephone or on paper. Its copies are then held until it is paid, and the buyer gets an e-mail.
          </p>
          <Form method="post" className="field-row mt-3 sm:grid-cols-[10rem_auto]">
            <input type="hidden" name="quotation" value={id} />
            <input type="hidden" name="seen" value={sentAt} />
            <TextField
              label="Their purchase order"
              name="purchaseOrder"
              maxLength={40}
              autoComplete="off"
              isOptional
              defaultValue={trouble?.values.purchaseOrder ?? business?.purchaseOrder ?? ""}
              error={trouble?.errors.purchaseOrder}
            />
            <p>
              <Button variant="outline" name="intent" value="quotations.accept">
                Make it an order
              </Button>
            </p>
          </Form>
        </section>
      )}
      <Form method="post" className="flex flex-wrap items-center gap-x-3">
        <input type="hidden" name="quotation" value={id} />
        <Button variant="quiet" className="-ml-4" name="intent" value="quotations.reopen">
          Change it
        </Button>
        <p className="text-small text-quiet">It is a draft again, with the prices of now.</p>
      </Form>
    </>
  );
}
