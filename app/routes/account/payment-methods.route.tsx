/** /account/payment-methods: lists the cards and UPI handles that a reader has paid with, and forgets them. */
import { data, Form, redirect, useLocation } from "react-router";

import { AccountLayout } from "#app/components/account-layout.tsx";
import { EmptyState } from "#app/components/empty-state.tsx";
import { pageTitle } from "#app/display/page-title.ts";
import { servicesContext } from "#app/http/context.ts";
import { requireReader } from "#app/session/visitor.server.ts";
import { href } from "#routing/href.ts";
import { shortDay } from "#shop/kernel/dates/dates.ts";
import { deletePaymentMethod, listPaymentMethods } from "#shop/people/readers/payment-methods.server.ts";
import { joinNames } from "#shop/sales/payments/provider-names.ts";
import { listKnownProviders } from "#shop/sales/payments/record-payment.server.ts";
import { ButtonLink } from "#ui/button.tsx";
import { TransientMessage } from "#ui/transient-message.tsx";
import { textOf } from "./text-of.ts";
import type { Route } from "./+types/payment-methods.route";

export async function loader({ request, context }: Route.LoaderArgs) {
  const reader = requireReader(context);
  const services = context.get(servicesContext);
  const providers = await listKnownProviders(services);
  return {
    methods: await listPaymentMethods(services.db, reader.id),
    providers: joinNames(providers.map(({ name }) => name)),
    areSeveral: providers.length > 1,
    isForgotten: new URL(request.url).searchParams.get("done") === "forgotten",
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const reader = requireReader(context);
  const key = textOf(await request.formData(), "key");
  const isForgotten = await deletePaymentMethod(context.get(servicesContext), reader.id, key);
  if (!isForgotten) throw data(null, { status: 404 });
  return redirect(href("/account/payment-methods", { done: "forgotten" }), 303);
}

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return [pageTitle(matches, "Payment Methods"), { name: "robots", content: "noindex" }];
}

export default function PaymentMethods({
  loaderData: { methods, providers, areSeveral, isForgotten },
}: Route.ComponentProps) {
  const { key } = useLocation();
  return (
    <AccountLayout
      title="Payment Methods"
      words={`What ${providers} ${areSeveral ? "tell" : "tells"} us about the cards and UPI handles you have paid with. Card numbers never reach us.`}
    >
      <TransientMessage messageKey={key}>
        {isForgotten && "This payment method is no longer listed. If you pay with it again, it will be listed again."}
      </TransientMessage>
      {methods.length === 0 ? (
        <div className="mt-8">
          <EmptyState title="No payment methods yet" endpaper={{ pattern: "scales", inks: "chai" }}>
            <p>{`We don’t keep cards or UPI. ${providers} ${areSeveral ? "take" : "takes"} them when you pay.`}</p>
            <p className="mt-5">
              <ButtonLink to={href("/categories")}>Browse the shelves</ButtonLink>
            </p>
          </EmptyState>
        </div>
      ) : (
        <table className="mt-8 w-full text-left">
          <thead className="text-small text-quiet max-sm:sr-only">
            <tr className="border-b border-line">
              <th scope="col" className="pb-2 font-semibold">
                Method
              </th>
              <th scope="col" className="pb-2 font-semibold">
                Last used
              </th>
              <th scope="col" className="pb-2">
                <span className="sr-only">Forget</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {methods.map((method) => (
              <Method key={method.key} method={method} />
            ))}
          </tbody>
        </table>
      )}
    </AccountLayout>
  );
}

function Method({ method }: { method: Awaited<ReturnType<typeof listPaymentMethods>>[number] }) {
  const name = method.kind === "upi" ? method.ending : `${method.network || "Card"} ending in ${method.ending}`;
  return (
    <tr className="border-b border-line max-sm:grid max-sm:grid-cols-[1fr_auto] max-sm:py-3">
      <th scope="row" className="py-3 pr-4 font-semibold break-words max-sm:py-0">
        {method.kind === "upi" && <span className="font-normal">UPI </span>}
        <span className="figures">{name}</span>
      </th>
      <td className="py-3 pr-4 text-quiet max-sm:row-start-2 max-sm:py-0 max-sm:text-small">
        <span className="sm:hidden">Last used </span>
        {shortDay(method.lastUsedAt)}
      </td>
      <td className="py-1 text-right max-sm:row-span-2 max-sm:row-start-1 max-sm:col-start-2 max-sm:self-center">
        <Forget methodKey={method.key} name={name} />
      </td>
    </tr>
  );
}

function Forget({ methodKey, name }: { methodKey: string; name: string }) {
  return (
    <Form method="post" action={href("/account/payment-methods")}>
      <input type="hidden" name="key" value={methodKey} />
      <button className="link min-h-11 font-semibold">
        Forget<span className="sr-only"> {name}</span>
      </button>
    </Form>
  );
}
