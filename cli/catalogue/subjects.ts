/** The commands that list, export, import and apply the mapping of subject codes to categories. */
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";

import { csvLine } from "#shop/kernel/text/csv-cell.ts";
import { UnreadableFileError } from "#shop/catalogue/fields/raw-record.ts";
import { addStandardSet } from "#shop/catalogue/import/subjects/add-standard-set.server.ts";
import { readSubjectFile } from "#shop/catalogue/import/subjects/read-subject-file.ts";
import { applySubjects } from "#shop/catalogue/import/subjects/apply-subjects.server.ts";
import {
  listSubjects,
  setSubjects,
  type SetSubjects,
  type SubjectLine,
} from "#shop/catalogue/import/subjects/subjects.server.ts";
import { writeWhole } from "#shop/catalogue/export/export-file.server.ts";
import type { Entry } from "#shop/kernel/audit-log/write-audit-log.server.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";
import { command, formatTable, record } from "#cli/command.ts";
import { withPlainErrors } from "./with-plain-errors.ts";

const maxShown = 50;

export const subjectsList = command({
  name: "subjects list",
  positionals: "",
  description: "Lists the category of each subject, and how many books have the subject.",
  options: { missing: { type: "boolean", description: "only subjects of the catalogue without a category" } },
  example: "--missing",
  async run({ services, options }) {
    const all = await listSubjects(services.db);
    const lines = options.missing === true ? all.filter(({ category }) => category === null) : all;
    const missing = all.filter(({ category }) => category === null);
    const shown = [...lines.filter(({ category }) => category !== null), ...missing.slice(0, maxShown)];
    const more = missing.length - maxShown;
    return {
      data: lines,
      lines:
        lines.length === 0
          ? [
              all.length === 0
                ? "There are no subjects. See: npm run shop -- subjects standard"
                : "Every subject has a category.",
            ]
          : [
              ...formatTable(["Scheme", "Code", "Category", "Named by", "In no category"], shown.map(toRow)),
              ...(more > 0
                ? [`and ${formatCount(more, "more subject")} without a category: subjects export writes all of them.`]
                : []),
            ],
    };
  },
});

export const subjectsExport = command({
  name: "subjects export",
  positionals: "FILE",
  description: "Writes the table of subjects as CSV, followed by every subject without a category.",
  options: {},
  example: "subjects.csv",
  async run({ services, positionals }) {
    const [path] = positionals;
    const lines = await listSubjects(services.db);
    await writeWhole(resolve(path), async (stream) => {
      stream.write(csvLine(["scheme", "code", "category", "named_by", "in_no_category"]));
      for (const line of lines) stream.write(csvLine(toRow(line)));
      return lines.length;
    });
    return {
      data: { file: resolve(path), lines: lines.length },
      lines: [`${path}: ${formatCount(lines.length, "line")}.`],
    };
  },
});

export const subjectsImport = command({
  name: "subjects import",
  positionals: "FILE",
  description: "Imports the table of subjects from CSV: scheme, code, category. An empty category removes the line.",
  options: {},
  example: "subjects.csv",
  run: (context) =>
    withPlainErrors(async () => {
      const [path] = context.positionals;
      const { given, refused } = readSubjectFile(await readFileOf(path));
      const result = await record(
        context,
        (services) => setSubjects(services, given),
        (result) => entryOf("catalogue.import-subjects", `Imported the categories of subjects from ${path}.`, result),
      );
      const problems = [
        ...refused,
        ...result.refused.map(
          ({ scheme, code, category }) => `${scheme} ${code}: "${category}" is not a possible name of a category.`,
        ),
      ];
      return {
        data: { ...result, refused: problems },
        lines: [...describeSet(result), ...problems, applyHint],
        isWell: problems.length === 0,
      };
    }),
});

export const subjectsStandard = command({
  name: "subjects standard",
  positionals: "",
  description: "Adds the standard categories that the shop lacks, and maps Thema, BISAC, BIC and keywords to them.",
  options: {},
  async run(context) {
    const added = await record(
      context,
      ({ db }) => addStandardSet(db),
      (added) => {
        const words = "Added the standard categories and subjects.";
        return added.categories + added.subjects > 0
          ? { action: "catalogue.standard-subjects", words, after: added }
          : null;
      },
    );
    const lines = [
      `${formatCount(added.categories, "category", "categories")} and ${formatCount(added.subjects, "subject")} added.`,
    ];
    return { data: added, lines: added.subjects > 0 ? [...lines, applyHint] : lines };
  },
});

export const subjectsApply = command({
  name: "subjects apply",
  noted: { action: "catalogue.apply-subjects", words: "Began to apply subjects" },
  positionals: "",
  description: "Moves existing books to the categories of their subjects.",
  options: { preview: { type: "boolean", description: "only show how many would move" } },
  example: "--preview",
  run: ({ services, options }) =>
    withPlainErrors(async () => {
      const isPreview = options.preview === true;
      const result = await applySubjects(services.db, { isPreview });
      return {
        data: result,
        lines: [
          ...formatTable(
            [isPreview ? "Would be" : "Works", "Number"],
            [
              ["moved to other categories", result.changed],
              ["unchanged", result.unchanged],
              ["kept where a person put them", result.byHand],
              ["kept where a file put them", result.elsewhere],
            ].map(([what, number]) => [String(what), Number(number).toLocaleString("en-IN")]),
          ),
          ...(isPreview ? ["Nothing was written."] : []),
        ],
      };
    }),
});

/** The audit log entry for changed lines; null if none changed. */
function entryOf(action: string, words: string, { before, after }: SetSubjects): Entry | null {
  return Object.keys(after).length === 0 ? null : { action, words, before, after };
}

const applyHint = "Existing books keep their categories until: npm run shop -- subjects apply";

function toRow({ scheme, code, category, uses, inNoCategory }: SubjectLine): string[] {
  return [scheme, code, category ?? "", String(uses), String(inNoCategory)];
}

function describeSet({ added, changed, removed, unchanged, categories }: SetSubjects): string[] {
  return [
    `${formatCount(added, "line")} added, ${changed} changed, ${removed} removed, ${unchanged} unchanged.`,
    ...(categories.length > 0 ? [`New categories: ${categories.join(", ")}.`] : []),
  ];
}

async function readFileOf(path: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (error) {
    throw new UnreadableFileError(`The file ${path} cannot be read.`, { cause: error });
  }
}
