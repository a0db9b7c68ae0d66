/** Settings of messengers (`WHATSAPP_*`), which an owner mostly enters at the desk. */
import { z } from "zod";

import type { WhatsAppAccess } from "#shop/kernel/messengers/whatsapp/whatsapp.server.ts";
import { safeUrl, secret } from "./setting-shapes.ts";
import { SettingsError } from "./settings-error.ts";

/** The accounts with messengers; null for none. */
export interface MessengerConfig {
  whatsapp: WhatsAppAccess | null;
}

const metaId = z.string().regex(/^\d{5,20}$/, "must be one of Meta's ids, which have digits only");

/** The version of Meta's Graph API that the client was written for. */
const apiBase = "https://graph.facebook.com/v25.0";

export const messengerSettings = {
  WHATSAPP_API_BASE: safeUrl(apiBase).optional(),
  WHATSAPP_PHONE_NUMBER_ID: metaId.optional(),
  WHATSAPP_ACCOUNT_ID: metaId.optional(),
  WHATSAPP_ACCESS_TOKEN: secret.optional(),
  WHATSAPP_APP_SECRET: secret.optional(),
  WHATSAPP_TEMPLATE: z
    .string()
    .regex(/^[a-z0-9_]{1,512}$/, "must be the name of a template, which has small letters, digits and _ only")
    .optional(),
  WHATSAPP_LANGUAGE: z
    .string()
    .regex(/^[a-z]{2,3}(_[A-Z]{2,3})?$/, "must be a language of the template such as en or en_US")
    .optional(),
};

type Read = z.infer<z.ZodObject<typeof messengerSettings>>;

export function readMessengers(read: Read): MessengerConfig {
  const { WHATSAPP_PHONE_NUMBER_ID: phoneNumberId, WHATSAPP_ACCOUNT_ID: accountId } = read;
  const { WHATSAPP_ACCESS_TOKEN: accessToken, WHATSAPP_APP_SECRET: appSecret } = read;
  const { WHATSAPP_TEMPLATE: template, WHATSAPP_LANGUAGE: language } = read;
  if (!phoneNumberId && !accountId && !accessToken && !appSecret && !template && !language) return { whatsapp: null };
  if (!phoneNumberId || !accountId || !accessToken || !appSecret || !template || !language)
    throw new SettingsError(
      "WHATSAPP_PHONE_NUMBER_ID, WHATSAPP_ACCOUNT_ID, WHATSAPP_ACCESS_TOKEN, WHATSAPP_APP_SECRET, WHATSAPP_TEMPLATE and " +
        "WHATSAPP_LANGUAGE belong together: set all, or none.",
    );
  const base = (read.WHATSAPP_API_BASE ?? apiBase).replace(/\/$/, "");
  return { whatsapp: { apiBase: base, phoneNumberId, accountId, accessToken, appSecret, template, language } };
}
