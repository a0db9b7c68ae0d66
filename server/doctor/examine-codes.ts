import { messengerFacts } from "#shop/kernel/messengers/messenger.ts";
import { look, well, type Finding } from "#shop/office/back-office/finding.ts";
import { countCodes } from "#shop/sales/orders/codes/receive-reports.server.ts";
import { findCodeMessenger } from "#shop/sales/orders/codes/send-code.server.ts";
import type { Services } from "#shop/services.ts";

/** Whether codes by message are sent, if the bookseller offers them. */
export async function examineCodes(services: Pick<Services, "db" | "settings" | "messengers">): Promise<Finding[]> {
  const { by } = services.settings.confirmationCodes;
  if (by === null) return [];
  const { name } = messengerFacts[by];
  const about = `Codes by ${name}`;
  if (!findCodeMessenger(services))
    return [
      look(
        about,
        "They are offered, but there is no account for them, so readers can only use the e-mail.",
        "Enter the account at the desk, under Go live.",
      ),
    ];
  const { isAccountRefused, trouble } = await countCodes(services.db);
  if (!isAccountRefused) return [well(about, "The last one was not refused because of the account.")];
  return [
    look(
      about,
      `The last one was refused because of the account: ${trouble}`,
      "Enter the account again at the desk, under Go live; it is tried before it is used.",
    ),
  ];
}
