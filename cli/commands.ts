import { backupKey, backupList, backupMake, backupRestore } from "./backup.ts";
import { coversFetch, coversImport } from "./catalogue/covers.ts";
import { demoRemove } from "./catalogue/demo.ts";
import { catalogueGenerate } from "./catalogue/generate.ts";
import { importLookup } from "./catalogue/import-lookup.ts";
import { importBooks, importList, importTemplate, importUndo } from "./catalogue/import.ts";
import { stockImport } from "./catalogue/stock-import.ts";
import { subjectsApply, subjectsExport, subjectsImport, subjectsList, subjectsStandard } from "./catalogue/subjects.ts";
import type { AnyCommand } from "./command.ts";
import { doctor } from "./doctor.ts";
import { exportCatalogue, exportOrders, exportReaders, exportStock, exportSubscribers } from "./export.ts";
import { jobsStatus } from "./jobs.ts";
import { outbox } from "./outbox.ts";
import { reconcile } from "./reconcile.ts";
import { recordVerify } from "./record.ts";
import { staffInvite, staffList, staffPasskeyReset, staffRemove } from "./staff.ts";
import { tokensEnd, tokensList, tokensMake } from "./tokens.ts";

/** Every command, grouped by purpose as in the help. */
export const commandGroups: Record<string, AnyCommand[]> = {
  "Check the shop": [doctor, jobsStatus, outbox, reconcile, recordVerify],
  "Back up and restore": [backupMake, backupList, backupKey, backupRestore],
  "Import files": [
    importTemplate,
    importBooks,
    importList,
    importUndo,
    importLookup,
    stockImport,
    coversImport,
    coversFetch,
    subjectsList,
    subjectsExport,
    subjectsImport,
    subjectsStandard,
    subjectsApply,
  ],
  "Export files": [exportCatalogue, exportStock, exportOrders, exportReaders, exportSubscribers],
  "Give access to people and programs": [
    staffList,
    staffInvite,
    staffRemove,
    staffPasskeyReset,
    tokensList,
    tokensMake,
    tokensEnd,
  ],
  "Test the shop": [catalogueGenerate, demoRemove],
};

export const commands = Object.values(commandGroups).flat();
