import {
  processRefunds,
  expireReservations,
  findExternalRefunds,
  reconcileOrder,
  reconcilePayments,
} from "#shop/sales/payments/reconcile.server.ts";
import { ProviderError } from "#shop/sales/payments/payment-provider.ts";
import { joinNames, nameProvider } from "#shop/sales/payments/provider-names.ts";
import type { Settlement } from "#shop/sales/payments/settle-payment.server.ts";
import { processWebhooks } from "#shop/sales/payments/webhooks.server.ts";
import type { Services } from "#shop/services.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";
import { command, UsageError, type CommandResult } from "./command.ts";

const outcomeLabels: Record<Settlement["outcome"], string> = {
  paid: "paid",
  confirming: "a payment is on its way",
  unpaid: "not paid",
  review: "a payment that does not match it was received; see the page Today of the desk",
  unknown: "not an order of this shop",
};

export const reconcile = command({
  name: "reconcile",
  positionals: "[NUMBER]",
  description: "Checks the payment of an order, or all that is due, at the payment provider, and applies the result.",
  options: {},
  async run(context) {
    const [number] = context.positionals;
    if (number !== undefined) return reconcileOne(context.services, number.toUpperCase());
    const { services, progress } = context;
    const names = joinNames(services.paymentProviders.map(({ name }) => name));
    /** The first failure of each payment provider, as a sentence. */
    const failures = new Map<string, string>();
    /** Runs a step. If a provider is unavailable for it, the next steps still run. */
    const skipWhenUnavailable = (step: (services: Services) => Promise<number>) =>
      step(services).catch((error: unknown) => {
        if (!(error instanceof ProviderError)) throw error;
        const name = nameProvider(error.provider);
        if (!failures.has(name))
          failures.set(name, `${name} gave no usable response (${error.message.replace(/\.$/, "")}).`);
        return 0;
      });
    progress(`Processing events from ${names}...`);
    const events = await skipWhenUnavailable(processWebhooks);
    progress("Ending reservations that have expired...");
    const ended = await skipWhenUnavailable(expireReservations);
    progress("Checking payments that were not reported...");
    const checked = await skipWhenUnavailable(reconcilePayments);
    progress("Sending refunds, and checking those in progress...");
    const refunds = await skipWhenUnavailable(processRefunds);
    progress(`Looking for refunds made on ${names}'s dashboard...`);
    const found = await skipWhenUnavailable(findExternalRefunds);
    const parts = [
      `${formatCount(events, "event")} processed`,
      `${formatCount(ended, "reservation")} expired`,
      `${formatCount(checked, "payment")} checked`,
      `${formatCount(refunds, "refund")} sent`,
      `${formatCount(found, "refund")} found on ${names}'s dashboard`,
    ];
    const isFull = Math.max(events, ended, checked) >= 50 || refunds >= 20;
    return {
      data: { events, ended, checked, refunds, found, isWhole: failures.size === 0 },
      lines: [
        `${parts.join(", ")}.`,
        ...(isFull ? ["More may be due: run it again."] : []),
        ...Array.from(failures.values(), (failure) => `${failure} The shop retries automatically.`),
      ],
      isWell: failures.size === 0,
    };
  },
});

async function reconcileOne(services: Services, number: string): Promise<CommandResult> {
  const found = await reconcileOrder(services, number);
  if (found.length === 0) throw new UsageError(`There is no order ${number} that was opened at a payment provider.`);
  return {
    // The key keeps this name for every provider, because scripts read it.
    data: found.map(({ id, outcome }) => ({ razorpayOrder: id, outcome })),
    isWell: found.every(({ outcome }) => outcome !== "review"),
    lines: found.map(({ id, outcome }) => `${number} (${id}): ${outcomeLabels[outcome]}`),
  };
}
