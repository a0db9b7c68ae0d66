import { createWhatsAppStandIn } from "#stand-ins/whatsapp/whatsapp.ts";

const account = {
  phoneNumberId: "106540352242922",
  accountId: "102290129340398",
  accessToken: "shared_stand_in_token_of_whatsapp",
  appSecret: "shared_stand_in_app_secret",
  template: "confirm_order",
  language: "en",
};

/** Opens the simulated WhatsApp under an origin, with the settings of a shop that uses it. It reports nothing. */
export function openMessengerStandIns(origin: string) {
  const basePath = "/whatsapp";
  return {
    whatsapp: createWhatsAppStandIn({ ...account, basePath, control: true }),
    settings: {
      WHATSAPP_API_BASE: origin + basePath,
      WHATSAPP_PHONE_NUMBER_ID: account.phoneNumberId,
      WHATSAPP_ACCOUNT_ID: account.accountId,
      WHATSAPP_ACCESS_TOKEN: account.accessToken,
      WHATSAPP_APP_SECRET: account.appSecret,
      WHATSAPP_TEMPLATE: account.template,
      WHATSAPP_LANGUAGE: account.language,
    },
  };
}
