import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { afterAll, expect, test } from "vitest";

import { sql } from "#db/sql.ts";
import { importFile } from "#shop/import/import-file.server.ts";
import { openTestServices } from "#tests/support/test-services.ts";
import { writeWhole } from "./export-file.server.ts";
import { exportRecords, type CatalogueFormat, type ExportName } from "./export.server.ts";

const { db, services } = await openTestServices();
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

/** All that the catalogue's tables have. */
async function readTables() {
  const { rows } = await db.execute<{ tables: unknown }>(sql`
    select jsonb_build_object(
      'books', (select jsonb_agg(to_jsonb(b) order by b.id) from books b),
      'works', (select jsonb_agg(to_jsonb(w) order by w.id) from works w),
      'authors', (select jsonb_agg(to_jsonb(a) order by a.id) from authors a),
      'identifiers', (select jsonb_agg(to_jsonb(i) order by i.scheme, i.value) from author_identifiers i),
      'publishers', (select jsonb_agg(to_jsonb(p) order by p.id) from publishers p),
      'series', (select jsonb_agg(to_jsonb(s) order by s.id) from series s),
      'categories', (select jsonb_agg(to_jsonb(c) order by c.id) from categories c),
      'people', (select jsonb_agg(to_jsonb(c) order by c.work_id, c.position) from work_contributors c),
      'places', (select jsonb_agg(to_jsonb(c) order by c.work_id, c.position) from work_categories c),
      'subjects', (select jsonb_agg(to_jsonb(s) order by s.work_id, s.scheme, s.code) from work_subjects s),
      'volumes', (select jsonb_agg(to_jsonb(v) order by v.work_id, v.series_id) from series_works v),
      'stock', (select jsonb_agg(to_jsonb(s) order by s.book_id) from stock s)) as tables`);
  return rows[0]!.tables as Record<string, unknown>;
}

for (const format of ["csv", "onix"] as const) {
  test(`importing the demonstration's own export as ${format} changes nothing`, async () => {
    const before = await readTables();
    const { counts, report } = await importText(await exported("catalogue", format), format);
    expect(report).toBe("");
    expect(counts).toMatchObject({ added: 0, changed: 0, refused: 0, leftAlone: 0, mended: 0 });
    expect(counts.unchanged).toBe((before.books as unknown[]).length);
    expect(await readTables()).toEqual(before);
  });
}
