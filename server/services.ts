import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";

import type { Db } from "#db/connect.ts";
import { createGoogle } from "#shop/people/readers/google.server.ts";
import { createMailer } from "#shop/kernel/mail/mailer.server.ts";
import { readLinkKey } from "#shop/sales/orders/order-link.server.ts";
import { createFolderStore } from "#shop/catalogue/pictures/folder-store.server.ts";
import { createBackgroundJobs } from "#shop/catalogue/uploads/background-jobs.server.ts";
import type { PictureStore } from "#shop/catalogue/pictures/picture-store.ts";
import { createS3Store } from "#shop/catalogue/pictures/s3-store.server.ts";
import { chooseProvider } from "#shop/sales/orders/placing/choose-provider.ts";
import type { Services, ShopSettings } from "#shop/services.ts";
import { mergeSettings } from "#shop/office/settings/changeable-settings.ts";
import { readStoredSettings } from "#shop/office/settings/stored-settings.server.ts";
import type { Config } from "./config/config.ts";
import { googleCallbackPath, googleStandInPath } from "./config/google-config.ts";
import { openPaymentProviders } from "./payment-providers.ts";

/** Creates the services that requests use, from the settings, an open database, and the address of the mail server. */
export async function createServices(config: Config, db: Db, smtpUrl: string, publicDb?: Db): Promise<Services> {
  const { google } = config;
  const paymentProviders = openPaymentProviders(config);
  const { name, keys } = chooseProvider(paymentProviders);
  const settings: ShopSettings = {
    ...readHolding(config, await readStoredSettings(db)),
    fromEnvironment: config.fromEnvironment,
    publicUrl: config.publicUrl,
    deskUrl: config.desk.isDisabled ? null : config.desk.url,
    reconcileAfterSeconds: config.reconcileAfterSeconds,
    paidThrough: name,
    isTestPayments: keys !== "live",
    isTestSignIn: google.isStandIn,
  };
  return {
    db,
    publicDb,
    coverStore: openCoverStore(config.coverStore),
    uploads: { folder: join(config.dataDir, "imports"), work: createBackgroundJobs() },
    mailer: createMailer({
      smtpUrl,
      from: config.mailFrom,
      get shopName() {
        return settings.name;
      },
      publicUrl: config.publicUrl,
    }),
    google: createGoogle({
      ...google,
      redirectUri: config.publicUrl + googleCallbackPath,
      ...(google.isStandIn ? { reachedAt: `http://127.0.0.1:${config.port}${googleStandInPath}` } : {}),
    }),
    linkKey: await readLinkKey(db),
    paymentProviders,
    settings,
    now: () => new Date(),
  };
}

/**
 * Reloads the settings that an owner changed at the desk into the object that this process shares. Returns whether any
 * setting changed.
 */
export async function rereadSettings(db: Db, settings: ShopSettings): Promise<boolean> {
  const read = readHolding(settings, await readStoredSettings(db));
  const isChanged = !isDeepStrictEqual({ ...settings, ...read }, { ...settings });
  Object.assign(settings, read);
  return isChanged;
}

/** Merges the settings of the environment with those of the desk. Warns about settings of the desk that are invalid. */
function readHolding({ fromEnvironment }: Pick<ShopSettings, "fromEnvironment">, stored: Record<string, string>) {
  const { settings, ignored } = mergeSettings(fromEnvironment, stored);
  for (const [name, why] of Object.entries(ignored))
    console.warn(`The desk's setting ${name} is not used: it ${why}. Change it at the desk, under Settings.`);
  return settings;
}

export function openCoverStore(config: Config["coverStore"]): PictureStore {
  return "folder" in config ? createFolderStore(config.folder) : createS3Store(config);
}
