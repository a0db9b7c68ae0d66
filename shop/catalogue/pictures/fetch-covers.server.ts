/** Downloads the cover pictures to which imported books link. */

import { resolve } from "node:path";

import type { Db } from "#db/connect.ts";
import { oneRow } from "#db/one-row.ts";
import { sql } from "#db/sql.ts";
import { csvLine } from "#shop/kernel/text/csv-cell.ts";
import { assertReportWritable, openLines } from "#shop/catalogue/import/report-file.server.ts";
import type { Services } from "#shop/services.ts";
import { fetchPicture, publicInternet, type Network } from "./fetch-picture.server.ts";
import { noCovers, type CoverCounts, type CoverImportResult } from "./import-covers.server.ts";
import { PictureRefusedError } from "./read-picture.server.ts";
import { saveCover } from "./save-cover.server.ts";

/** Number of downloads that run in parallel. */
const atOnce = 4;
const batchSize = 100;

interface LinkedBook {
  id: string;
  link: string;
}

/**
 * Downloads the cover of every book that has a cover link but no cover yet, unless a person removed its cover. Failures
 * are written to the report, and tried again in the next run. Throws PictureStoreError and UnreadableFileError.
 */
export async function fetchCovers(
  services: Pick<Services, "db" | "coverStore" | "now">,
  reportName: string,
  onProgress: (part: number, books: number) => void,
  network: Network = publicInternet,
): Promise<CoverImportResult> {
  await assertReportWritable(reportName, "Run the command in a folder where this account may write.");
  const count = await countLinked(services.db);
  const report = openLines(resolve(reportName), csvLine(["book", "link", "reason"]));
  const counts: CoverCounts = noCovers();
  let done = 0;
  try {
    for await (const books of linkedBooks(services.db)) {
      await inParallel(books, atOnce, async (book) => {
        const { what, reason } = await fetchCover(services, book, network);
        counts[what] += 1;
        if (reason) report.write(csvLine([book.id, book.link, reason]));
        done += 1;
        onProgress(done / Math.max(count, done), done);
      });
    }
    return { counts, reportPath: await report.end() };
  } finally {
    await report.end();
  }
}

/** Runs `work` for all items, `width` at a time; after a failure it starts no more and waits for the running ones. */
async function inParallel<T>(all: T[], width: number, work: (one: T) => Promise<void>) {
  const waiting = [...all];
  const lane = async () => {
    try {
      for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) await work(one);
    } catch (error) {
      waiting.length = 0;
      throw error;
    }
  };
  const lanes = await Promise.allSettled(Array.from({ length: width }, lane));
  const failed = lanes.find(({ status }) => status === "rejected");
  if (failed?.status === "rejected") throw failed.reason;
}

async function fetchCover(
  services: Pick<Services, "db" | "coverStore" | "now">,
  { id, link }: LinkedBook,
  network: Network,
): Promise<{ what: keyof CoverCounts; reason?: string }> {
  try {
    const file = await fetchPicture(link, network);
    const book = { id, coverImageId: null, isByPerson: false };
    return { what: await saveCover(services, book, file, { source: link, by: "covers" }) };
  } catch (error) {
    if (error instanceof PictureRefusedError) return { what: "refused", reason: error.message };
    throw error;
  }
}

const isLinked = sql`cover_link is not null and cover_image_id is null
  and coalesce(field_origins -> 'cover_image_id' ->> 'by' <> 'person', true)`;

async function countLinked(db: Db): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`select count(*)::int as count from books where ${isLinked}`);
  return oneRow(rows).count;
}

async function* linkedBooks(db: Db): AsyncGenerator<LinkedBook[]> {
  let after = "";
  for (;;) {
    const { rows } = await db.execute<LinkedBook>(sql`
      select id, cover_link as link from books where ${isLinked} and id > ${after} order by id limit ${batchSize}`);
    const last = rows.at(-1);
    if (!last) return;
    yield rows;
    after = last.id;
  }
}
