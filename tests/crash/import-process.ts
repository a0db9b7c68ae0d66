import { openPool } from "#db/connect.ts";
import { queriesOver } from "#db/queries.ts";
import { importFile, type FileImportOptions } from "#shop/catalogue/import/import-file.server.ts";

/** The message that starts the import. */
export interface ImportJob {
  url: string;
  path: string;
  now: string;
  options: FileImportOptions;
}

// Sends "begun", and "batch" after each batch, until it is killed.
process.once("message", ({ url, path, now, options }: ImportJob) => {
  const pool = openPool(url, 3);
  const services = { db: queriesOver(pool, pool), now: () => new Date(now) };
  process.send!("begun");
  importFile(services, path, options, () => process.send!("batch")).then(
    () => process.exit(0),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
