import { Money } from "#app/components/books/money.tsx";
import { Form } from "#desk/components/forms/form.tsx";
import { CannotBeUndone } from "#desk/components/forms/cannot-be-undone.tsx";
import { OrderOf } from "#desk/components/order-of.tsx";
import type { ActionError } from "#desk/http/action-error.ts";
import { shortDay } from "#shop/kernel/dates/dates.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";
import type { OwedParcel } from "#shop/sales/remittances/owed-by-carriers.server.ts";
import { Button } from "#ui/button.tsx";
import { SelectField, TextArea, TextField } from "#ui/field.tsx";
import type { RemittancePreview } from "./actions.server.ts";
import { outcomeWords } from "./outcome-words.ts";

interface RemittanceFormProps {
  parcels: OwedParcel[];
  carriers: string[];
  today: string;
  maySeeOrders: boolean;
  preview: RemittancePreview | null;
  trouble: ActionError | null;
}

/** The form for one transfer of a carrier: its sum, and its parcels as a list or ticked; checked before it is recorded. */
export function RemittanceForm({ parcels, carriers, today, maySeeOrders, preview, trouble }: RemittanceFormProps) {
  const valueOf = (name: string, before = "") => trouble?.values[name] ?? before;
  const given = preview?.given;
  const rupees = (paise: number | undefined) => (paise === undefined ? "" : (paise / 100).toFixed(2));
  const ticked = new Set(preview?.parcels);
  return (
    <Form method="post" className="mt-3 grid gap-4">
      <datalist id="carriers">
        {carriers.map((carrier) => (
          <option key={carrier}>{carrier}</option>
        ))}
      </datalist>
      <div className="field-row sm:grid-cols-2 lg:grid-cols-3">
        <TextField
          label="Carrier"
          name="carrier"
          list="carriers"
          autoComplete="off"
          defaultValue={valueOf("carrier", given?.carrier ?? carriers[0])}
          error={trouble?.errors.carrier}
        />
        <TextField
          label="UTR"
          hint="The bank’s number of the transfer"
          name="utr"
          autoComplete="off"
          defaultValue={valueOf("utr", given?.utr)}
          error={trouble?.errors.utr}
        />
        <TextField
          label="Day"
          name="day"
          type="date"
          max={today}
          defaultValue={valueOf("day", given?.day ?? today)}
          error={trouble?.errors.day}
        />
        <TextField
          label="Sum in your bank, rupees"
          name="amount"
          inputMode="decimal"
          autoComplete="off"
          defaultValue={valueOf("amount", rupees(given?.amount))}
          error={trouble?.errors.amount}
        />
        <TextField
          label="Kept by the carrier, rupees"
          isOptional
          hint="Fees that were taken off the sum"
          name="deducted"
          inputMode="decimal"
          autoComplete="off"
          defaultValue={valueOf("deducted", given?.deducted ? rupees(given.deducted) : "")}
          error={trouble?.errors.deducted}
        />
      </div>
      <TextArea
        label="The carrier’s list"
        hint="Copy it from the carrier’s file with its headings: tracking number or order number, and amount. Or leave it empty, and tick the parcels below."
        name="text"
        rows={4}
        defaultValue={valueOf("text", given?.text)}
        error={trouble?.errors.text}
      />
      {preview?.file && <Columns file={preview.file} />}
      {parcels.length > 0 && (
        <details open={ticked.size > 0}>
          <summary className="inline-flex min-h-11 items-center font-semibold text-action">
            Tick the parcels instead
          </summary>
          <ul className="mt-1 grid gap-x-6 md:grid-cols-2">
            {parcels.map(({ orderNumber, carrier, deliveredAt, duePaise, isLate }) => (
              <li key={orderNumber} className="border-b border-line">
                <label className="flex min-h-11 items-center gap-3 py-1">
                  <input
                    type="checkbox"
                    name="parcel"
                    value={orderNumber}
                    defaultChecked={ticked.has(orderNumber)}
                    className="size-5"
                  />
                  <span className="min-w-0 flex-1">
                    {orderNumber}
                    <span className="block text-small text-quiet">
                      {carrier}, delivered {shortDay(deliveredAt)}
                      {isLate && <strong className="text-vermilion"> late</strong>}
                    </span>
                  </span>
                  <Money paise={duePaise} />
                </label>
              </li>
            ))}
          </ul>
        </details>
      )}
      {preview && <Judged preview={preview} maySeeOrders={maySeeOrders} />}
      <p className="flex flex-wrap items-center gap-3">
        <Button variant={preview ? "outline" : "primary"} name="intent" value="remittances.preview">
          {preview ? "Check again" : "Check"}
        </Button>
        {preview && (
          <Button name="intent" value="remittances.record">
            Record this transfer
          </Button>
        )}
      </p>
      {preview && <CannotBeUndone what="The orders are then paid." />}
    </Form>
  );
}

/** The columns that were used of the list, to be chosen otherwise; they are remembered for the carrier. */
function Columns({ file: { headings, columns } }: { file: NonNullable<RemittancePreview["file"]> }) {
  const choices = [
    { name: "tracking", label: "Tracking number", heading: columns.tracking },
    { name: "order", label: "Order number", heading: columns.order },
    { name: "money", label: "Amount", heading: columns.amount },
    { name: "ofUtr", label: "UTR", heading: columns.utr },
  ];
  return (
    <fieldset className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
      <legend className="mb-2 font-semibold">Columns of the list</legend>
      {choices.map(({ name, label, heading }) => (
        <SelectField key={name} label={label} name={name} defaultValue={heading ?? ""}>
          <option value="">None</option>
          {headings.filter(Boolean).map((one) => (
            <option key={one} value={one}>
              {one}
            </option>
          ))}
        </SelectField>
      ))}
    </fieldset>
  );
}

/** What the check found: how many parcels are paid, and the lines that do not agree. */
function Judged({ preview: { lines, leftOut }, maySeeOrders }: { preview: RemittancePreview; maySeeOrders: boolean }) {
  const odd = lines.filter(({ outcome }) => outcome !== "settled");
  const paid = lines.length - odd.length;
  return (
    <section aria-labelledby="judged" className="desk-card p-4">
      <h3 id="judged" className="font-semibold">
        {formatCount(paid, "parcel")} of {lines.length} {paid === 1 ? "agrees" : "agree"} to the paisa
      </h3>
      {leftOut > 0 && (
        <p className="mt-1 text-small text-quiet">
          {formatCount(leftOut, "row")} left out: of another transfer, or without a parcel.
        </p>
      )}
      {odd.length > 0 && (
        <ul className="mt-2">
          {odd.slice(0, 50).map((line, place) => (
            // A list may have a line twice.
            <li key={place} className="border-t border-line py-2">
              <strong>{outcomeWords[line.outcome]}</strong>: {line.trackingNumber}{" "}
              {line.orderNumber && <OrderOf number={line.orderNumber} maySee={maySeeOrders} />}{" "}
              <Money paise={line.amountPaise} />
              {line.expectedPaise !== null && (
                <>
                  {" "}
                  of <Money paise={line.expectedPaise} />
                </>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
