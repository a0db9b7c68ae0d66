import pg from "pg";

import { applicationName } from "#db/embedded.ts";

const retryMs = 500;

/** Calls `onChange` whenever the catalogue changes, in whichever process; also after a lost connection. */
export async function subscribeToCatalogueChanges(
  url: string,
  onChange: () => void,
): Promise<{ close: () => Promise<void> }> {
  let closed = false;
  let client: pg.Client;
  let retry: NodeJS.Timeout | undefined;

  async function connect() {
    client = new pg.Client({ connectionString: url, application_name: applicationName, keepAlive: true });
    client.on("error", () => {}); // "end" follows and connects again
    client.on("end", () => {
      if (!closed) reconnectSoon();
    });
    client.on("notification", onChange);
    await client.connect();
    await client.query("listen catalogue_changed");
  }

  async function reconnect() {
    try {
      await connect();
      onChange(); // what was said while nobody listened is not said again
    } catch {
      if (!closed) reconnectSoon();
    }
  }

  /** A connection that fails says so twice, by its error and by its end: one new attempt is enough. */
  function reconnectSoon() {
    clearTimeout(retry);
    retry = setTimeout(() => void reconnect(), retryMs);
  }

  await connect();
  return {
    async close() {
      closed = true;
      clearTimeout(retry);
      await client.end().catch(() => {});
    },
  };
}
