import { describeDesk } from "./describe-desk.ts";
import type { CreatePageHandler } from "./http/production-pages.ts";
import { readConfig, type Config } from "./config/config.ts";
import { explainStartError } from "./explain-start-error.ts";
import { isLoopback } from "./network/loopback.ts";
import { openLog, type Log } from "./log/open-log.ts";
import { openShop, type OpenShop } from "./open-shop.ts";

/** The warning that neither a container's port nor a proxy on another machine reaches loopback. */
function whereItListens({ port }: Config): string {
  return (
    `The shop listens on this machine only (localhost, port ${port}): a proxy on the same machine passes readers on. ` +
    "In a container, or with the proxy elsewhere, set HOST, such as HOST=0.0.0.0."
  );
}

/** Service managers kill a process ten seconds after the signal to stop. */
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
    // Whatever is still running may be cut off without harm: see `openShop`. A shop that is still opening leaves the
    // embedded database to the next start.
    setTimeout(() => (log?.close(), process.exit(0)), goneWithinMs);
    // A shop that is still opening closes as soon as it is open, so that nothing it started is left behind.
    if (shop && log) await close(shop, log);
  };
  process.on("SIGINT", stop);
  process.on("SIGTERM", stop);
  try {
    config = readConfig(process.env);
    log = openLog(config.watch.logFormat);
    shop = await openShop(config, makePages, log);
    if (stopping) return await close(shop, log);
    if (!config.host && !isLoopback(config.publicUrl)) console.log(whereItListens(config));
    for (const line of await describeDesk(shop.services, config)) log.tell(line);
    console.log(`Endpaper is open at ${config.publicUrl}`);
  } catch (error) {
    // Closing the log restores the console, which writes the error at once before the process exits.
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
