import { recordTables } from "./record-tables.server.ts";
import { shopTables } from "./shop-tables.server.ts";
import type { UndoableTables } from "./undoable-table.ts";
import { workTables } from "./work-tables.server.ts";

/** All undoable tables, in the order of inserts: a table comes after those to which it refers. */
export const undoableTables: UndoableTables = { ...recordTables, ...workTables, ...shopTables };
