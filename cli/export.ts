/** The commands that export the catalogue, stock, orders, readers and newsletter subscribers as files. */
import { resolve } from "node:path";
import type { Writable } from "node:stream";

import { catalogueFormats, type CatalogueFormat } from "#shop/catalogue/export/catalogue-writer.ts";
import { writeWhole } from "#shop/catalogue/export/export-file.server.ts";
import { exportRecords, type ExportName } from "#shop/catalogue/export/export.server.ts";
import { isoDay } from "#shop/kernel/dates/dates.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";
import { csvLine } from "#shop/kernel/text/csv-cell.ts";
import { unsubscribeLink } from "#shop/people/correspondence/letter-links.server.ts";
import { listSubscribers } from "#shop/people/correspondence/newsletter.server.ts";
import { messageOf } from "#shop/kernel/text/message-of.ts";
import { codeOf } from "#db/transaction.ts";
import { command, UsageError, type CommandContext } from "./command.ts";
import { createProgressBar } from "./progress-bar.ts";

const file = {
  type: "string",
  value: "FILE",
  description: "the file to write; standard output by default",
} as const;

export const exportCatalogue = command({
  name: "export catalogue",
  noted: { action: "exports.catalogue", words: "Exported the catalogue" },
  positionals: "",
  description: "Writes every book as CSV or ONIX 3.1; importing the exported file back changes nothing.",
  options: { file, format: { type: "string", value: "FORMAT", description: "csv or onix (default csv)" } },
  example: "--file books.csv",
  run: (context) => {
    const { format: given = "csv" } = context.options;
    const format = catalogueFormats.find((known) => known === given);
    if (!format) throw new UsageError("--format must be csv or onix.");
    return write(context, "book", records(context, "catalogue", "book", format));
  },
});

export const exportStock = command({
  name: "export stock",
  noted: { action: "exports.stock", words: "Exported the stock" },
  positionals: "",
  description: "Writes ISBN, copies and prices of every book as CSV.",
  options: { file },
  example: "--file stock.csv",
  run: (context) => write(context, "book", records(context, "stock", "book")),
});

export const exportOrders = command({
  name: "export orders",
  noted: { action: "exports.orders", words: "Exported orders" },
  positionals: "",
  description: "Writes every order as CSV, one line per book. The file contains personal data.",
  options: { file },
  example: "--file orders.csv",
  run: (context) => write(context, "line", records(context, "orders", "line")),
});

export const exportReaders = command({
  name: "export readers",
  noted: { action: "exports.readers", words: "Exported readers" },
  positionals: "",
  description: "Writes the readers with an account as CSV. The file contains personal data.",
  options: { file },
  example: "--file readers.csv",
  run: (context) => write(context, "reader", records(context, "readers", "reader")),
});

export const exportSubscribers = command({
  name: "export subscribers",
  noted: { action: "exports.subscribers", words: "Exported the subscribers of the newsletter" },
  positionals: "",
  description:
    "Writes the newsletter's subscribers as CSV, each with the unsubscribe link. The file contains personal data.",
  options: { file },
  example: "--file subscribers.csv",
  run: (context) =>
    write(context, "subscriber", async (stream) => {
      const { db, settings } = context.services;
      const subscribers = await listSubscribers(db);
      stream.write(csvLine(["email", "since", "unsubscribe_link"]));
      for (const { email, confirmedAt, token } of subscribers)
        stream.write(csvLine([email, isoDay(confirmedAt), unsubscribeLink(settings.publicUrl, token)]));
      return subscribers.length;
    }),
});

type Writing = (to: Writable) => Promise<number>;

type ExportContext = CommandContext<[], { file: string | undefined }>;

/** Returns a function that writes one export to a stream and shows its progress. */
function records(
  { services, progress }: ExportContext,
  name: ExportName,
  one: string,
  format: CatalogueFormat = "csv",
): Writing {
  const bar = createProgressBar(progress);
  return (stream) =>
    exportRecords(services, name, format, stream, (rows, of) => bar.show(rows / of, formatCount(rows, one), rows));
}

async function write({ options: { file: path }, output }: ExportContext, one: string, writing: Writing) {
  if (path === undefined) {
    await untilClosed(output, writing);
    return { lines: [], data: undefined };
  }
  const rows = await writeFile(path, writing);
  return { lines: [`${path}: ${formatCount(rows, one)}.`], data: { file: resolve(path), rows } };
}

const fileErrors = new Set("ENOENT EACCES EPERM EISDIR ENOTDIR EEXIST ENOTEMPTY ENOSPC EROFS ENAMETOOLONG".split(" "));

/** Writes a file, which appears only when it is complete. Throws a `UsageError` if the path cannot be written. */
async function writeFile(path: string, writing: Writing): Promise<number> {
  try {
    return await writeWhole(resolve(path), writing);
  } catch (error) {
    if (fileErrors.has(codeOf(error) ?? ""))
      throw new UsageError(`${path} cannot be written (${messageOf(error)}).`, { cause: error });
    throw error;
  }
}

/** Writes to the standard output. Ends without an error if the reader of a pipe closes it early, as in `… | head`. */
async function untilClosed(output: Writable, writing: Writing): Promise<number> {
  const ignore = () => {};
  output.on("error", ignore);
  try {
    return await writing(output);
  } catch (error) {
    if (codeOf(error) === "EPIPE") return 0;
    throw error;
  } finally {
    output.off("error", ignore);
  }
}
