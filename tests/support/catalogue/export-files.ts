/** Exports tables to text for a test, reads them back, and imports them again. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { afterAll } from "vitest";

import type { CatalogueFormat } from "#shop/catalogue/export/catalogue-writer.ts";
import { exportRecords, type ExportName } from "#shop/catalogue/export/export.server.ts";
import { importFile } from "#shop/catalogue/import/import-file.server.ts";
import { openTestServices, type TestServices } from "#tests/support/shop/test-services.ts";

/** Opens services for one test file, or uses those given, with functions that export and import. */
export async function openExportFiles(given?: TestServices) {
  const testServices = given ?? (await openTestServices());
  const { db, services } = testServices;
  const folder = mkdtempSync(join(tmpdir(), "endpaper-export-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  async function exported(name: ExportName, format: CatalogueFormat = "csv"): Promise<string> {
    const stream = new PassThrough();
    const written = text(stream);
    await exportRecords(services, name, format, stream);
    stream.end();
    return written;
  }

  let files = 0;
  async function importText(content: string, format: CatalogueFormat) {
    const path = join(folder, `${(files += 1)}.${format}`);
    writeFileSync(path, content);
    const { counts, reportPath } = await importFile(
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
    return { counts, report: reportPath ? readFileSync(reportPath, "utf8") : "" };
  }

  return { testServices, db, services, folder, exported, importText };
}

/** Parses a CSV table into records by column name, without the escapes for spreadsheet programs. */
export function recordsOf(csv: string): Record<string, string>[] {
  const [head = [], ...rows] = csv
    .replace(/^\uFEFF/, "")
    .split("\r\n")
    .filter(Boolean)
    .map((line) =>
      [...line.matchAll(/(?<=^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain]) =>
        (quoted ?? plain ?? "")
          .replaceAll('""', '"')
          .replace(/^="(.*)"$/, "$1")
          .replace(/^'(?=[=+@-])/, ""),
      ),
    );
  return rows.map((cells) => Object.fromEntries(head.map((name, place) => [name, cells[place] ?? ""])));
}
