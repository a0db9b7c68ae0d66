import { mkdir } from "node:fs/promises";
import { join, resolve } from "node:path";

import { startOfMonth } from "#shop/kernel/dates/months.ts";
import { formatSigned } from "#shop/kernel/money/signed-amount.ts";
import { gstReturnCsv, gstReturnJson } from "#shop/office/reports/gst-return-files.ts";
import type { GstReturn } from "#shop/office/reports/gst-return.ts";
import { readGstReturn } from "#shop/office/reports/read-gst-return.server.ts";
import { counted } from "#shop/kernel/text/counted.ts";
import { formatTable, UsageError, type Command } from "./command.ts";
import { writeFile } from "./write-file.ts";

export const gstReturn: Command = {
  name: "gst return",
  positionals: "MONTH",
  description: "Adds up the bills and credit notes of a month for GSTR-1: its tables 7, 8, 12 and 13.",
  options: {
    folder: { type: "string", value: "FOLDER", description: "where to write it as gstr1.json and its tables as CSV" },
  },
  example: "2026-10",
  async run({ services, positionals: [month = ""], options }) {
    const { gstin } = services.settings.seller;
    checkMonth(month);
    if (!gstin) return { data: null, lines: ["A shop without a GSTIN files no GSTR-1. SELLER_GSTIN sets it."] };
    const { gstReturn, elsewhere, problems } = await readGstReturn(services.db, gstin, month);
    const folder = options.folder as string | undefined;
    const files = folder === undefined ? [] : await writeFiles(resolve(folder), gstReturn);
    return {
      data: { ...gstReturnJson(gstReturn), large: gstReturn.large, elsewhere, problems, files },
      lines: [
        `GSTR-1 of ${month}, ${gstin}`,
        ...tablesOf(gstReturn),
        ...remarksOf(gstReturn, elsewhere, startOfMonth(month, 1) > services.now()),
        ...problems,
        ...files.map((file) => `Written: ${file}`),
      ],
      isWell: gstReturn.large.length === 0 && problems.length === 0,
    };
  },
};

function checkMonth(month: string) {
  try {
    startOfMonth(month);
  } catch (error) {
    throw new UsageError((error as RangeError).message, { cause: error });
  }
}

function tablesOf({ taxed, untaxed, hsn, numbers }: GstReturn): string[] {
  if (numbers.length === 0) return ["No bill and no credit note was issued."];
  const place = { INTRA: "in the state", INTER: "to other states" };
  return [
    "",
    "Table 7, taxed sales to consumers",
    ...listed(
      ["State", "Rate", "Taxable", "IGST", "CGST", "SGST"],
      taxed.map((sums) => [sums.placeOfSupply, `${sums.rate}%`, ...amountsOf(sums)]),
    ),
    "",
    "Table 8, nil rated and exempt sales to consumers",
    ...listed(
      ["Sold", "Exempt", "Nil rated"],
      untaxed.map((sums) => [place[sums.supply], formatSigned(sums.exemptPaise), formatSigned(sums.nilRatedPaise)]),
    ),
    "",
    "Table 12, by HSN code, to consumers",
    ...listed(
      ["HSN", "Rate", "Copies", "Taxable", "IGST", "CGST", "SGST"],
      hsn.map((sums) => [sums.hsn, `${sums.rate}%`, String(sums.copies), ...amountsOf(sums)]),
    ),
    "",
    "Table 13, documents",
    ...listed(
      ["Kind", "From", "To", "Number"],
      numbers.map(({ kind, first, last, count }) => [
        kind === "bill" ? "bills" : "credit notes",
        first,
        last,
        String(count),
      ]),
    ),
  ];
}

function amountsOf(sums: GstReturn["hsn"][number] | GstReturn["taxed"][number]): string[] {
  return [sums.taxablePaise, sums.integratedPaise, sums.centralPaise, sums.statePaise].map(formatSigned);
}

function listed(headings: string[], rows: string[][]): string[] {
  return rows.length === 0 ? ["Nothing."] : formatTable(headings, rows);
}

function remarksOf({ large }: GstReturn, elsewhere: number, isUnfinished: boolean): string[] {
  return [
    large.length > 0 &&
      `Sold to another state for more than ₹1,00,000 with tax, so entered one by one in tables 5 and 9B, not in 7: ${large.join(", ")}.`,
    elsewhere > 0 && `${counted(elsewhere, "document")} under another GSTIN, or none, left out.`,
    isUnfinished && "The month is not over yet.",
  ].filter((line) => line !== false);
}

async function writeFiles(folder: string, gstReturn: GstReturn): Promise<string[]> {
  const texts = { "gstr1.json": `${JSON.stringify(gstReturnJson(gstReturn), null, 2)}\n`, ...gstReturnCsv(gstReturn) };
  await mkdir(folder, { recursive: true }).catch(() => {});
  const paths: string[] = [];
  for (const [name, text] of Object.entries(texts)) {
    const path = join(folder, name);
    await writeFile(path, async (to) => void to.write(text));
    paths.push(path);
  }
  return paths;
}
