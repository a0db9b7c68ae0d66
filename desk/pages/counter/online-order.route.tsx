/** Books of an order from online, which its reader brings back to the shop. */
import { data, Link } from "react-router";

import { servicesContext } from "#app/http/context.ts";
import { detectLanguage } from "#app/display/detect-language.ts";
import { BackLink } from "#desk/components/back-link.tsx";
import { CannotBeUndone } from "#desk/components/forms/cannot-be-undone.tsx";
import { Form } from "#desk/components/forms/form.tsx";
import { NoEnter } from "#desk/components/forms/no-enter.tsx";
import { ActionBanner } from "#desk/components/frame/action-banner.tsx";
import { deskHref } from "#desk/desk-routes.ts";
import type { ActionError } from "#desk/http/action-error.ts";
import { answerAction } from "#desk/http/answer-action.server.ts";
import { redirectWithFlash } from "#desk/http/redirect-with-flash.server.ts";
import { requireStaff } from "#desk/http/staff.server.ts";
import { longDay, longMoment } from "#shop/kernel/dates/dates.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";
import { readOnlineOrder, type OnlineOrder } from "#shop/sales/counter/return-from-online.server.ts";
import { listTills, type Till } from "#shop/sales/counter/tills.server.ts";
import { askedReasonLabels, returnReasonLabels } from "#shop/sales/orders/return-labels.ts";
import { Banner } from "#ui/banner.tsx";
import { Button } from "#ui/button.tsx";
import { Checkbox } from "#ui/checkbox.tsx";
import { Figure } from "#ui/figure.tsx";
import { SelectField, TextField } from "#ui/field.tsx";
import { takeOnlineBackFromDesk } from "./return-actions.server.ts";
import { CopiesField, FitField, GivenBackFields, type FormTrouble } from "./return-fields.tsx";

import type { Route } from "./+types/online-order.route";

export async function loader(args: Route.LoaderArgs) {
  await requireStaff(args, { needs: "counter" });
  const services = args.context.get(servicesContext);
  const [order, tills] = await Promise.all([
    readOnlineOrder(services, args.params.number.toUpperCase()),
    listTills(services.db),
  ]);
  if (!order) throw data("There is no such order from online.", { status: 404 });
  return { order, tills: tills.filter(({ isOpen }) => isOpen) };
}

export function action(args: Route.ActionArgs) {
  return answerAction(args, [takeOnlineBackFromDesk], (_, answer) =>
    redirectWithFlash(args.request, deskHref("/counter/orders/:number", { number: args.params.number }), answer),
  );
}

/** Reloads the state after a rejected form. */
export const shouldRevalidate = () => true;

export const meta = ({ params }: { params: { number?: string } }) => [{ title: `Take back ${params.number ?? ""}` }];

export default function OnlineReturn({ loaderData, actionData: trouble }: Route.ComponentProps) {
  const { order, tills } = loaderData;
  return (
    <div className="desk-page grid gap-6">
      <div>
        <BackLink to={deskHref("/counter")}>Counter</BackLink>
        <h1 className="text-h3">
          Take back books of order <Figure>{order.number}</Figure>
        </h1>
        <p className="mt-1 text-quiet">{`Ordered online by ${order.name}, ${longMoment(order.placedAt)}.`}</p>
        <ActionBanner trouble={trouble ?? null} />
      </div>
      {order.obstacle || tills.length === 0 ? (
        <Banner variant="note">
          <p>{order.obstacle ? describeObstacle(order) : "No till is open. Open one under Counter."}</p>
          <p className="mt-1">
            <Link className="link" to={deskHref("/orders/:number", { number: order.number })}>
              Open the order
            </Link>
          </p>
        </Banner>
      ) : (
        <ReturnForm
          // Resets the form once books came back.
          key={order.lines.reduce((sum, { left }) => sum + left, order.asked.length)}
          order={order}
          tills={tills}
          trouble={trouble ?? null}
        />
      )}
    </div>
  );
}

function describeObstacle({ obstacle, until }: OnlineOrder): string {
  switch (obstacle) {
    case "late":
      return `The days to return ended on ${until ? longDay(Date.parse(until) - 1) : "an earlier day"}, so nothing can be taken back here. On its page, you can still refund something.`;
    case "not-sent":
      return "Nothing of this order was handed over, so nothing can come back.";
    case "waits-for-owner":
      return "A refund of this order waits for an owner’s decision.";
    default:
      return "All books of this order came back.";
  }
}

interface ReturnFormProps {
  order: OnlineOrder;
  tills: Till[];
  trouble: ActionError | null;
}

/** Which copies come back, why, and how the money goes back. */
function ReturnForm({ order, tills, trouble }: ReturnFormProps) {
  const form: FormTrouble = { values: trouble?.values ?? {}, errors: trouble?.errors ?? {} };
  const [first] = tills;
  return (
    <Form method="post" className="grid max-w-measure gap-4">
      <NoEnter />
      <input type="hidden" name="order" value={order.number} />
      {order.asked.length > 0 && (
        <fieldset>
          <legend className="font-semibold">Asked back by the reader: tick what is here</legend>
          {order.asked.map(({ id, title, copies, reason }) => (
            <Checkbox key={id} name={`return${id}`} defaultChecked={form.values[`return${id}`] === "on"}>
              {`${formatCount(copies, "copy", "copies")} of `}
              <cite lang={detectLanguage(title)} className="not-italic">
                {title}
              </cite>
              <span className="block text-small text-quiet">{returnReasonLabels[reason]}</span>
            </Checkbox>
          ))}
        </fieldset>
      )}
      {order.lines.map((line) => (
        <CopiesField key={line.position} {...line} {...form} />
      ))}
      {order.lines.length > 0 ? (
        <SelectField
          label="Why they come back"
          name="reason"
          defaultValue={form.values.reason ?? "changed-mind"}
          error={form.errors.reason}
        >
          {Object.entries(askedReasonLabels).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
      ) : (
        <input type="hidden" name="reason" value="changed-mind" />
      )}
      <TextField
        label="Note"
        isOptional
        name="words"
        autoComplete="off"
        defaultValue={form.values.words ?? ""}
        error={form.errors.words}
      />
      <FitField {...form} />
      {order.isPaidByHand ? (
        <GivenBackFields {...form} tills={tills} till={first?.code ?? ""} />
      ) : (
        <>
          <p>The money goes back the way it was paid, through the payment provider. Give no cash.</p>
          <input type="hidden" name="paidBy" value="cash" />
          <input type="hidden" name="reference" value="" />
          <input type="hidden" name="till" value={first?.code ?? ""} />
        </>
      )}
      <p>
        <Button name="intent" value="counter.take-online-back">
          Take them back
        </Button>
      </p>
      <CannotBeUndone what="The refund is made, and its credit note follows." />
    </Form>
  );
}
