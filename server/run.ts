import { nameServices } from "#shop/office/credentials/credential-kinds.ts";
import type { Services } from "#shop/services.ts";
import { describeDesk } from "./describe-desk.ts";
import type { CreatePageHandler } from "./http/production-pages.ts";
import { readConfig, type Config } from "./config/config.ts";
import { explainStartError } from "./explain-start-error.ts";
import { isLoopback } from "./network/loopback.ts";
import { openLog, type Log } from "./log/open-log.ts";
import { openShop, type OpenShop } from "./open-shop.ts";

/**
 * Describes where the shop listens, because neither the port of a container nor a proxy on another machine reaches
 * loopback.
 */
function whereItListens({ port }: Config): string {
  return (
    `The shop listens on this machine only (localhost, port ${port}): a proxy on the same machine forwards requests of readers to it. ` +
    "In a container, or if the proxy is on another machine, set HOST, such as HOST=0.0.0.0."
  );
}

/** Says where the shop is, and what it lacks before it can open to readers. */
function describeOpening({ settings: { publicUrl, missingServices: missing } }: Services): string {
  if (missing.length === 0) return `Endpaper is open at ${publicUrl}`;
  return (
    `Endpaper runs at ${publicUrl}, and readers see that it opens soon: ${nameServices(missing)} ${missing.length > 1 ? "are" : "is"} not set up. ` +
    "Enter the credentials at the desk under Go live, or set them in the environment."
  );
}

/** Maximum duration of a stop in milliseconds. Service managers kill a process ten seconds after the stop signal. */
const goneWithinMs = 9_500;

/** Runs the shop until a signal stops it. */
export async function run(makePages: CreatePageHandler): Promise<void> {
  let config: Config | null = null;
  let log: Log | null = null;
  let shop: Awaited<ReturnType<typeof openShop>> | null = null;
  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    // After this time the process exits with work still running, which is safe: see `openShop`. If the shop is still
    // opening, the next start takes over the embedded database.
    setTimeout(() => (log?.close(), process.exit(0)), goneWithinMs);
    // If the shop is still opening, it closes as soon as it is open, so that nothing that it started is left behind.
    if (shop && log) await close(shop, log);
  };
  process.on("SIGINT", stop);
  process.on("SIGTERM", stop);
  try {
    // Credentials may be in the database, which is not open yet.
    config = readConfig(process.env, null);
    log = openLog(config.watch.logFormat);
    shop = await openShop(config, makePages, log);
    if (stopping) return await close(shop, log);
    if (!config.host && !isLoopback(config.publicUrl)) console.log(whereItListens(config));
    for (const line of await describeDesk(shop.services, config)) log.tell(line);
    console.log(describeOpening(shop.services));
  } catch (error) {
    // Close the log first: that restores the console, which writes the error before the process exits.
    log?.close();
    console.error(explainStartError(error, config));
    process.exit(1);
  }
}

async function close(shop: OpenShop, log: Log): Promise<never> {
  await shop.close();
  log.close();
  process.exit(0);
}
