import type { Messenger } from "#shop/kernel/messengers/messenger.ts";
import { createWhatsApp } from "#shop/kernel/messengers/whatsapp/whatsapp.server.ts";
import type { MessengerConfig } from "./config/messenger-settings.ts";

/** Creates the messengers that the shop has an account with. */
export function openMessengers({ whatsapp }: MessengerConfig): Messenger[] {
  return whatsapp ? [createWhatsApp(whatsapp)] : [];
}
