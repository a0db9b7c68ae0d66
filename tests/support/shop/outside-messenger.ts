import { afterAll, beforeEach } from "vitest";

import type { Messenger } from "#shop/kernel/messengers/messenger.ts";
import { createWhatsApp } from "#shop/kernel/messengers/whatsapp/whatsapp.server.ts";
import { openServer } from "#stand-in-kit/open-server.ts";
import {
  createWhatsAppStandIn,
  type WhatsAppStandIn,
  type WhatsAppStandInOptions,
} from "#stand-ins/whatsapp/whatsapp.ts";

/** WhatsApp's stand-in on an origin of its own, and the shop's client of it. */
export interface OutsideMessenger {
  whatsapp: WhatsAppStandIn;
  messenger: Messenger;
  /** The environment with which a shop uses it. */
  settings: Record<string, string>;
}

export const whatsAppAccount = {
  phoneNumberId: "106540352242922",
  accountId: "102290129340398",
  accessToken: "whatsapp_token_of_the_tests",
  appSecret: "whatsapp_app_secret_of_the_tests",
  template: "confirm_order",
  language: "en",
};

/** Opens the stand-in for a test file; each test begins without faults and messages. The client waits for a second. */
export async function openOutsideMessenger(
  reports: Pick<WhatsAppStandInOptions, "webhookUrl" | "deliver"> = {},
): Promise<OutsideMessenger> {
  const whatsapp = createWhatsAppStandIn({ ...whatsAppAccount, ...reports, basePath: "/v25.0", control: true });
  const { origin, close } = await openServer(whatsapp.fetch);
  afterAll(close);
  beforeEach(whatsapp.reset);
  const apiBase = `${origin}/v25.0`;
  return {
    whatsapp,
    messenger: createWhatsApp({ ...whatsAppAccount, apiBase, answerWithinMs: 1000 }),
    settings: {
      WHATSAPP_API_BASE: apiBase,
      WHATSAPP_PHONE_NUMBER_ID: whatsAppAccount.phoneNumberId,
      WHATSAPP_ACCOUNT_ID: whatsAppAccount.accountId,
      WHATSAPP_ACCESS_TOKEN: whatsAppAccount.accessToken,
      WHATSAPP_APP_SECRET: whatsAppAccount.appSecret,
      WHATSAPP_TEMPLATE: whatsAppAccount.template,
      WHATSAPP_LANGUAGE: whatsAppAccount.language,
    },
  };
}
