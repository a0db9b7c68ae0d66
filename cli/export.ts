import { resolve } from "node:path";
import type { Writable } from "node:stream";

import { catalogueFormats, type CatalogueFormat } from "#shop/catalogue/export/catalogue-writer.ts";
import { exportRecords, type ExportName } from "#shop/catalogue/export/export.server.ts";
import { counted } from "#shop/kernel/text/counted.ts";
import { command, UsageError, type CommandContext } from "./command.ts";
import { createProgressBar } from "./progress-bar.ts";
import { writeFile } from "./write-file.ts";

const file = {
  type: "string",
  value: "FILE",
  description: "where to write it; else it goes to the standard output",
} as const;

export const exportCatalogue = command({
  name: "export catalogue",
  noted: { action: "exports.catalogue", words: "Exported the catalogue" },
  positionals: "",
  description: "Writes every book as CSV, or as ONIX 3.1; importing it again changes nothing.",
  options: { file, format: { type: "string", value: "FORMAT", description: "csv or onix (default csv)" } },
  example: "--file books.csv",
  run: (context) => {
    const { format: given = "csv" } = context.options;
    const format = catalogueFormats.find((known) => known === given);
    if (!format) throw new UsageError("--format is csv or onix.");
    return write(context, "catalogue", "book", format);
  },
});

export const exportStock = command({
  name: "export stock",
  noted: { action: "exports.stock", words: "Exported the stock" },
  positionals: "",
  description: "Writes ISBN, copies and prices of every book as CSV.",
  options: { file },
  example: "--file stock.csv",
  run: (context) => write(context, "stock", "book"),
});

export const exportOrders = command({
  name: "export orders",
  noted: { action: "exports.orders", words: "Exported orders" },
  positionals: "",
  description: "Writes every order as CSV, a line for each book in it. It has personal data.",
  options: { file },
  example: "--file orders.csv",
  run: (context) => write(context, "orders", "line"),
});

export const exportReaders = command({
  name: "export readers",
  noted: { action: "exports.readers", words: "Exported readers" },
  positionals: "",
  description: "Writes the readers with an account as CSV. It is personal data.",
  options: { file },
  example: "--file readers.csv",
  run: (context) => write(context, "readers", "reader"),
});

async function write(
  { services, options: { file: path }, output, progress }: CommandContext<[], { file: string | undefined }>,
  name: ExportName,
  what: string,
  format: CatalogueFormat = "csv",
) {
  const bar = createProgressBar(progress);
  const to = (stream: Writable) =>
    exportRecords(services, name, format, stream, (rows, of) => bar.show(rows / of, counted(rows, what), rows));
  if (path === undefined) {
    await untilClosed(output, to);
    return { lines: [], data: undefined };
  }
  const rows = await writeFile(path, to);
  return { lines: [`${path}: ${counted(rows, what)}.`], data: { file: resolve(path), rows } };
}

/** Whoever reads the output may have enough of it: `… | head`. */
async function untilClosed(output: Writable, to: (stream: Writable) => Promise<number>): Promise<number> {
  const ignore = () => {};
  output.on("error", ignore);
  try {
    return await to(output);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EPIPE") return 0;
    throw error;
  } finally {
    output.off("error", ignore);
  }
}
