import { parseTable, writeTable } from "#shop/catalogue/content/weekly-table-file.ts";
import {
  findWrittenTable,
  holdWeeklyTables,
  listWeeklyTables,
  removeWeeklyTable,
  saveWeeklyTable,
} from "#shop/catalogue/content/weekly-tables.server.ts";
import { counted } from "#shop/kernel/text/counted.ts";
import { changeBetween } from "#shop/kernel/audit-log/take-back-each.ts";
import { actor, formatTable, record, UsageError, type Command } from "./command.ts";
import { readTextFile } from "./read-text-file.ts";

export const tableList: Command = {
  name: "table list",
  positionals: "",
  description: "Lists the tables of books for the shop window, and says which one stands today.",
  options: {},
  async run({ services }) {
    const tables = await listWeeklyTables(services);
    const rows = tables.map(({ id, title, begins, available, isStanding }) => [
      id,
      title,
      begins.length === 5 ? `${begins}, every year` : begins,
      counted(available, "book"),
      isStanding ? "stands today" : "",
    ]);
    return {
      data: tables,
      lines: rows.length ? formatTable(["Name", "Title", "Begins", "To be had", ""], rows) : ["No tables yet."],
    };
  },
};

export const tableShow: Command = {
  name: "table show",
  positionals: "[NAME]",
  description: "Prints a table as a file that `table set` reads; without a name, the one that stands today.",
  options: {},
  example: "winter > winter.txt",
  async run({ services, positionals }) {
    const id = positionals[0] ?? (await listWeeklyTables(services)).find(({ isStanding }) => isStanding)?.id;
    if (id === undefined) throw new UsageError("No table stands today. `table list` names those that there are.");
    const table = await findWrittenTable(services.db, id);
    if (!table) throw new UsageError(noTable(id));
    return { data: { id, ...table }, lines: writeTable(table).trimEnd().split("\n") };
  },
};

export const tableSet: Command = {
  name: "table set",
  positionals: "NAME FILE",
  description: "Keeps the table that FILE describes under this name, in place of what was kept there.",
  options: {},
  example: "winter winter.txt",
  async run(context) {
    const { services, positionals } = context;
    const [id = "", file = ""] = positionals;
    if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(id) || id.length > 60)
      throw new UsageError(
        "NAME is small letters, digits and hyphens, at most 60, such as: table set winter winter.txt",
      );
    const read = parseTable(await readTextFile(file));
    if (!read.ok) throw new UsageError(`${read.problem} (${file})`);
    const { saved } = await record(
      context,
      async (within) => {
        await holdWeeklyTables(within.db);
        const before = await findWrittenTable(within.db, id);
        const saved = await saveWeeklyTable(within, id, read.table, actor);
        if (!saved.ok) throw new UsageError(whyNot(saved));
        return { saved, change: changeBetween("weekly-table", id, before, await findWrittenTable(within.db, id)) };
      },
      ({ saved, change }) =>
        change && {
          action: "window.save-table",
          words: `${saved.isNew ? "Made" : "Changed"} the table “${read.table.title}”.`,
          subject: `table ${id}`,
          before: change.before ?? undefined,
          after: change.after ?? undefined,
          changes: [change],
        },
    );
    const standing = (await listWeeklyTables(services)).find(({ isStanding }) => isStanding);
    const today = standing ? (standing.id === id ? "It stands today." : `Today “${standing.title}” stands.`) : "";
    return {
      data: { id, isNew: saved.isNew, isStanding: standing?.id === id },
      lines: [`The table ${id} is kept, with ${counted(read.table.books.length, "book")}. ${today}`.trimEnd()],
    };
  },
};

export const tableRemove: Command = {
  name: "table remove",
  positionals: "NAME",
  description: "Forgets a table. The books stay in the shop.",
  options: {},
  example: "winter",
  async run(context) {
    const id = context.positionals[0]!;
    await record(
      context,
      async ({ db }) => {
        await holdWeeklyTables(db);
        const before = await findWrittenTable(db, id);
        if (!before || !(await removeWeeklyTable(db, id))) throw new UsageError(noTable(id));
        return before;
      },
      (before) => ({
        action: "window.remove-table",
        words: `Removed the table “${before.title}”.`,
        subject: `table ${id}`,
        before,
        changes: [{ kind: "weekly-table", key: id, before: { ...before }, after: null }],
      }),
    );
    return { data: { id }, lines: [`The table ${id} is removed.`] };
  },
};

function noTable(id: string): string {
  return `There is no table ${id}. \`table list\` names those that there are.`;
}

function whyNot(saved: Extract<Awaited<ReturnType<typeof saveWeeklyTable>>, { ok: false }>): string {
  switch (saved.reason) {
    case "too-many":
      return "There are too many tables. Remove one first: `table list` names them.";
    case "no-such-books":
      return `Readers see no book with this id or ISBN: ${saved.books.join(", ")}. Nothing was kept.`;
    case "twice":
      return `These books are named twice: ${saved.books.join(", ")}. Nothing was kept.`;
  }
}
