import { messengerFacts } from "#shop/kernel/messengers/messenger.ts";
import { findCodeMessenger } from "#shop/sales/orders/codes/send-code.server.ts";
import { termsOf } from "#shop/sales/orders/placing/on-delivery-terms.server.ts";
import type { Services } from "#shop/services.ts";

/** What a guest's phone number is also used for, if orders are confirmed by a code; null for nothing. */
export function describePhoneUse(
  services: Pick<Services, "settings" | "messengers">,
  isCollection: boolean,
): string | null {
  const messenger = findCodeMessenger(services);
  if (!messenger || !termsOf(services.settings, isCollection)) return null;
  return `If you pay later, you may ask for a code to this phone by ${messengerFacts[messenger.id].name}. No advertising.`;
}
