import { resolve } from "node:path";
import type { Writable } from "node:stream";

import { writeWhole } from "#shop/export/export-file.server.ts";
import { catalogueFormats, type CatalogueFormat } from "#shop/export/catalogue-writer.ts";
import { exportRecords, type ExportName } from "#shop/export/export.server.ts";
import { counted } from "#shop/text/counted.ts";
import { UsageError, type Command, type CommandContext } from "./command.ts";
import { createProgressBar } from "./progress-bar.ts";

const file = {
  type: "string" as const,
  value: "FILE",
  description: "where to write it; else it goes to the standard output",
};

export const exportCatalogue: Command = {
  name: "export catalogue",
  positionals: "",
  description: "Writes every book as CSV, or as ONIX 3.1; importing it again changes nothing.",
  options: { file, format: { type: "string", value: "FORMAT", description: "csv or onix (default csv)" } },
  example: "--file books.csv",
  run: (context) => {
    const format = (context.options.format ?? "csv") as CatalogueFormat;
    if (!catalogueFormats.includes(format)) throw new UsageError("--format is csv or onix.");
    return write(context, "catalogue", "book", format);
  },
};

export const exportStock: Command = {
  name: "export stock",
  positionals: "",
  description: "Writes ISBN, copies and prices of every book as CSV.",
  options: { file },
  example: "--file stock.csv",
  run: (context) => write(context, "stock", "book"),
};

export const exportOrders: Command = {
  name: "export orders",
  positionals: "",
  description: "Writes every order as CSV, a line for each book in it. It has personal data.",
  options: { file },
  example: "--file orders.csv",
  run: (context) => write(context, "orders", "line"),
};

export const exportReaders: Command = {
  name: "export readers",
  positionals: "",
  description: "Writes the readers with an account as CSV. It is personal data.",
  options: { file },
  example: "--file readers.csv",
  run: (context) => write(context, "readers", "reader"),
};

async function write(
  { services, options, output, progress }: CommandContext,
  name: ExportName,
  what: string,
  format: CatalogueFormat = "csv",
) {
  const bar = createProgressBar(progress);
  const to = (stream: Writable) =>
    exportRecords(services, name, format, stream, (rows, of) => bar.show(rows / of, counted(rows, what), rows));
  const path = options.file as string | undefined;
  if (path === undefined) {
    await untilClosed(output, to);
    return { lines: [], data: undefined };
  }
  try {
    const rows = await writeWhole(resolve(path), to);
    return { lines: [`${path}: ${counted(rows, what)}.`], data: { file: resolve(path), rows } };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code && fileErrors.has(code)) throw new UsageError(`${path} cannot be written (${message}).`, { cause: error });
    throw error;
  }
}

const fileErrors = new Set("ENOENT EACCES EPERM EISDIR ENOTDIR EEXIST ENOTEMPTY ENOSPC EROFS ENAMETOOLONG".split(" "));

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
