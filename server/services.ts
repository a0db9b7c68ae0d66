import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";

import type { Db } from "#db/connect.ts";
import { readLinkKey } from "#shop/sales/orders/order-link.server.ts";
import { createFolderStore } from "#shop/catalogue/pictures/folder-store.server.ts";
import { createBackgroundJobs } from "#shop/catalogue/uploads/background-jobs.server.ts";
import type { PictureStore } from "#shop/catalogue/pictures/picture-store.ts";
import { createS3Store } from "#shop/catalogue/pictures/s3-store.server.ts";
import type { Services, ShopSettings } from "#shop/services.ts";
import { mergeSettings } from "#shop/office/settings/changeable-settings.ts";
import { readStoredSettings } from "#shop/office/settings/stored-settings.server.ts";
import { createShopBackups } from "./backup/shop-backups.ts";
import type { Config } from "./config/config.ts";
import { examineRunningShop } from "./doctor/examine-services.ts";
import { createCredentials } from "./credentials.ts";
import { describeOutsideServices, openOutsideServices } from "./outside-services.ts";

/**
 * Creates the services that requests use, from the settings and an open database. `mailbox` is the SMTP address of the
 * stand-in, `databaseUrl` that of the database. `current` returns the settings in use, which change when an owner
 * enters credentials at the desk.
 */
export async function createServices(
  config: Config,
  db: Db,
  {
    mailbox = null,
    databaseUrl = config.databaseUrl ?? "",
    publicDb,
    current = () => config,
    applyChanges = async () => {},
  }: {
    mailbox?: string | null;
    databaseUrl?: string;
    publicDb?: Db;
    current?: () => Config;
    applyChanges?: Services["applyChanges"];
  } = {},
): Promise<Services> {
  const settings = {
    ...readHolding({ ...config, missingServices: config.missing }, await readStoredSettings(db)),
    fromEnvironment: config.fromEnvironment,
    publicUrl: config.publicUrl,
    deskUrl: config.desk.isDisabled ? null : config.desk.url,
    reconcileAfterSeconds: config.reconcileAfterSeconds,
  };
  const outside = openOutsideServices(config, mailbox, settings);
  const now = () => new Date();
  const coverStore = openCoverStore(config.coverStore);
  const uploads = { folder: join(config.dataDir, "imports"), work: createBackgroundJobs() };
  const linkKey = await readLinkKey(db);
  const services: Services = {
    db,
    publicDb,
    coverStore,
    uploads,
    ...outside,
    credentials: createCredentials(current, linkKey),
    linkKey,
    settings: Object.assign(settings, describeOutsideServices(config, outside)),
    backups: createShopBackups({ db, coverStore, uploads, now }, databaseUrl, current),
    selfCheck: () => examineRunningShop(services, current()),
    applyChanges,
    now,
  };
  return services;
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

/**
 * Merges the settings of the environment with those of the desk. Warns about settings of the desk that are invalid. A
 * shop without some of its outside services is not open, whatever they say.
 */
function readHolding(
  { fromEnvironment, missingServices }: Pick<ShopSettings, "fromEnvironment" | "missingServices">,
  stored: Record<string, string>,
) {
  const { settings, ignored } = mergeSettings(fromEnvironment, stored);
  for (const [name, why] of Object.entries(ignored))
    console.warn(`The desk's setting ${name} is not used: it ${why}. Change it at the desk, under Settings.`);
  if (missingServices.length > 0) settings.opening = { ...settings.opening, state: "not-open" };
  return settings;
}

export function openCoverStore(config: Config["coverStore"]): PictureStore {
  return "folder" in config ? createFolderStore(config.folder) : createS3Store(config);
}
