import type { Services } from "#shop/services.ts";

/** The payment provider that takes new payments: the first of the configured ones. */
export function chooseProvider([first]: Services["paymentProviders"]): Services["paymentProviders"][0] {
  return first;
}
