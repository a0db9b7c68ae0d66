import { recordTables } from "./record-tables.server.ts";
import { shopTables } from "./shop-tables.server.ts";
import type { UndoableTables } from "./undoable-table.ts";
import { workTables } from "./work-tables.server.ts";

/** Every table whose rows can be undone, in the order in which they can come: what names something comes after it. */
export const undoableTables: UndoableTables = { ...recordTables, ...workTables, ...shopTables };
