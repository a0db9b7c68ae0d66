import { constants, getPriority, setPriority } from "node:os";

import { openPool } from "#db/connect.ts";
import { queriesOver } from "#db/queries.ts";
import { exportRecords } from "#shop/catalogue/export/export.server.ts";
import { writeWhole } from "#shop/catalogue/export/export-file.server.ts";
import type { CatalogueFormat } from "#shop/catalogue/export/catalogue-writer.ts";
import { importFile } from "#shop/catalogue/import/import-file.server.ts";

/** The message that starts this process's job: an import or an export of a file. */
export interface ImportJob {
  kind: "import" | "export";
  url: string;
  path: string;
  format: CatalogueFormat;
}

/** Result of the job; the CPU time is of this process only. */
export interface ImportMeasure {
  records: number;
  seconds: number;
  cpuSeconds: number;
  peakMegabytes: number;
}

process.once("message", (job: ImportJob) => {
  // The same difference of priority as between the import command and the shop.
  setPriority(Math.min(getPriority() + constants.priority.PRIORITY_BELOW_NORMAL, constants.priority.PRIORITY_LOW));
  measure(job).then(
    (answer) => process.send?.(answer, () => process.disconnect()),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});

async function measure({ kind, url, path, format }: ImportJob): Promise<ImportMeasure> {
  const pool = openPool(url);
  const services = { db: queriesOver(pool, pool), now: () => new Date(), settings: { name: "Bench" } };
  const before = process.cpuUsage();
  const begun = performance.now();
  const records = kind === "import" ? await importBooks() : await exportBooks();
  const seconds = (performance.now() - begun) / 1000;
  const { user, system } = process.cpuUsage(before);
  await pool.end();
  return {
    records,
    seconds,
    cpuSeconds: (user + system) / 1e6,
    peakMegabytes: process.resourceUsage().maxRSS / 1024,
  };

  async function importBooks(): Promise<number> {
    const { counts } = await importFile(
      services,
      path,
      {
        csv: {},
        check: { exchangeRates: {}, discountPercent: 0 },
        plan: { source: format, discountPercent: 0, defaultMrpPaise: null, take: [] },
        isPreview: false,
      },
      () => {},
    );
    if (counts.refused > 0) throw new Error(`${counts.refused} records were refused.`);
    return counts.added;
  }

  function exportBooks(): Promise<number> {
    return writeWhole(path, (to) => exportRecords(services, "catalogue", format, to));
  }
}
