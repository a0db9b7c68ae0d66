import { lazy, useEffect, type ComponentProps, type ComponentType } from "react";

import { href } from "#routing/href.ts";
import type { PaymentSuccess as LoadedSuccess } from "./payment-success.tsx";

type Props = ComponentProps<typeof LoadedSuccess>;

/** Loads the confirmation, which a cart needs only once it is paid. */
export async function loadPaymentSuccess(): Promise<{ default: ComponentType<Props> }> {
  try {
    return { default: (await import("./payment-success.tsx")).PaymentSuccess };
  } catch {
    return { default: OrderPage };
  }
}

export const PaymentSuccess = lazy(loadPaymentSuccess);

/** Leads to the page of the order, which says the same, if the confirmation could not be loaded. */
function OrderPage({ orderNumber }: Props): null {
  useEffect(() => location.assign(href("/orders/:orderNumber", { orderNumber })), [orderNumber]);
  return null;
}
