/** Opens the services outside the shop for which the settings have credentials, and replaces them while it runs. */
import { createGoogle, createMissingGoogle, type Google } from "#shop/people/readers/google.server.ts";
import { createMailer } from "#shop/kernel/mail/mailer.server.ts";
import type { PaymentProvider } from "#shop/sales/payments/payment-provider.ts";
import { chooseProvider } from "#shop/sales/orders/placing/choose-provider.ts";
import type { Services, ShopSettings } from "#shop/services.ts";
import type { Config } from "./config/config.ts";
import { googleCallbackPath, googleStandInPath } from "./config/google-config.ts";
import { openCarriers } from "./carriers.ts";
import { openMessengers } from "./messengers.ts";
import { openPaymentProviders } from "./payment-providers.ts";

type OutsideServices = Pick<Services, "paymentProviders" | "google" | "mailer" | "carriers" | "messengers">;

/** Opens payment providers, Google, carriers, messengers and the mailer. `mailbox` is the SMTP address of the stand-in. */
export function openOutsideServices(
  config: Config,
  mailbox: string | null,
  settings: Pick<ShopSettings, "name">,
): OutsideServices {
  return {
    paymentProviders: openPaymentProviders(config),
    google: openGoogle(config, config.publicUrl),
    carriers: openCarriers(config.carriers),
    messengers: openMessengers(config.messengers),
    mailer: createMailer({
      // Commands of the terminal have no mailbox: they only queue letters. So does a shop whose mail server is missing.
      smtpUrl: config.smtpUrl ?? mailbox ?? "smtp://127.0.0.1:9",
      from: config.mailFrom,
      get shopName() {
        return settings.name;
      },
      publicUrl: config.publicUrl,
    }),
  };
}

/** What pages say about the outside services. */
export function describeOutsideServices(
  { google, missing }: Pick<Config, "google" | "missing">,
  { paymentProviders }: Pick<Services, "paymentProviders">,
): Pick<ShopSettings, "paidThrough" | "isTestPayments" | "isTestSignIn" | "missingServices"> {
  const { name, keys } = chooseProvider(paymentProviders);
  return {
    paidThrough: name,
    isTestPayments: keys !== "live",
    isTestSignIn: google.isStandIn,
    missingServices: missing,
  };
}

/**
 * Replaces the outside services of a running shop. They are changed in place, because all parts of the shop share these
 * objects. Letters that are being sent end at the old mail server.
 */
export function replaceOutsideServices(
  services: Services,
  deskGoogle: Google | null,
  config: Config,
  mailbox: string | null,
) {
  const fresh = openOutsideServices(config, mailbox, services.settings);
  services.mailer.close();
  Object.assign(services.mailer, fresh.mailer);
  Object.assign(services.google, fresh.google);
  if (deskGoogle && !config.desk.isDisabled) Object.assign(deskGoogle, openGoogle(config, config.desk.url));
  const providers = services.paymentProviders as unknown as PaymentProvider[];
  providers.splice(0, providers.length, ...fresh.paymentProviders);
  services.carriers.splice(0, services.carriers.length, ...fresh.carriers);
  services.messengers.splice(0, services.messengers.length, ...fresh.messengers);
  Object.assign(services.settings, describeOutsideServices(config, fresh));
}

/** The desk's Google client: the shop's client with another callback address. */
export function openDeskGoogle(config: Config): Google {
  if (config.desk.isDisabled) throw new Error(config.desk.why);
  return openGoogle(config, config.desk.url);
}

function openGoogle({ google, missing, port }: Config, origin: string): Google {
  if (missing.includes("sign-in")) return createMissingGoogle(google.issuer);
  return createGoogle({
    ...google,
    redirectUri: origin + googleCallbackPath,
    ...(google.isStandIn ? { reachedAt: `http://127.0.0.1:${port}${googleStandInPath}` } : {}),
  });
}
