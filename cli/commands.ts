import { authorsJoin, authorsName, authorsPart } from "./authors.ts";
import { backupKey, backupList, backupMake, backupRestore } from "./backup.ts";
import { bookRequestsClose, bookRequestsList } from "./book-requests.ts";
import { catalogueGenerate } from "./catalogue/generate.ts";
import type { BareCommand, Command } from "./command.ts";
import { contactClose, contactList, contactShow } from "./contact.ts";
import { coversDraw, coversFetch, coversImport, coversSet } from "./catalogue/covers.ts";
import { demoRemove } from "./catalogue/demo.ts";
import { doctor } from "./doctor.ts";
import { exportCatalogue, exportOrders, exportReaders, exportStock } from "./export.ts";
import { gstReturn } from "./gst-return.ts";
import { importLookup } from "./catalogue/import-lookup.ts";
import { importBooks, importList, importTemplate, importUndo } from "./catalogue/import.ts";
import { jobsStatus } from "./jobs.ts";
import { newsletterList, newsletterSend } from "./newsletter.ts";
import { openingRemove, openingSet, openingShow } from "./openings.ts";
import { ordersCorrectTracking, ordersFailed } from "./failed-parcels.ts";
import { ordersCancel, ordersDeliver, ordersShip } from "./order-moves.ts";
import { ordersList, ordersShow } from "./orders.ts";
import { outbox } from "./outbox.ts";
import { paymentsCheck, reconcile, refund } from "./reconcile.ts";
import { returnsAccept, returnsList, returnsReceive, returnsRefuse } from "./returns.ts";
import { recordVerify } from "./record.ts";
import { reviewsHide, reviewsList, reviewsPick, reviewsShow } from "./reviews.ts";
import { sales } from "./sales.ts";
import { searches } from "./searches.ts";
import { stockImport } from "./catalogue/stock-import.ts";
import { stockReceive } from "./stock.ts";
import {
  subjectsApply,
  subjectsExport,
  subjectsImport,
  subjectsList,
  subjectsRemove,
  subjectsSet,
  subjectsStandard,
} from "./catalogue/subjects.ts";
import { staffInvite, staffList, staffPasskeyReset, staffRemove, staffRole } from "./staff.ts";
import { worksJoin, worksPart } from "./works.ts";
import { tableList, tableRemove, tableSet, tableShow } from "./table.ts";
import { tokensEnd, tokensList, tokensMake } from "./tokens.ts";

/** Every command, in the order a bookseller meets them. */
export const commands: (Command | BareCommand)[] = [
  importList,
  importLookup,
  importTemplate,
  importUndo,
  importBooks,
  subjectsList,
  subjectsSet,
  subjectsRemove,
  subjectsExport,
  subjectsImport,
  subjectsStandard,
  subjectsApply,
  catalogueGenerate,
  exportCatalogue,
  exportStock,
  exportOrders,
  exportReaders,
  sales,
  gstReturn,
  coversImport,
  coversFetch,
  coversSet,
  coversDraw,
  openingSet,
  openingShow,
  openingRemove,
  ordersList,
  ordersShow,
  ordersShip,
  ordersCorrectTracking,
  ordersDeliver,
  ordersFailed,
  ordersCancel,
  returnsList,
  returnsAccept,
  returnsRefuse,
  returnsReceive,
  refund,
  reconcile,
  paymentsCheck,
  stockReceive,
  stockImport,
  worksJoin,
  worksPart,
  authorsJoin,
  authorsPart,
  authorsName,
  outbox,
  jobsStatus,
  doctor,
  contactList,
  contactShow,
  contactClose,
  bookRequestsList,
  bookRequestsClose,
  searches,
  reviewsList,
  reviewsHide,
  reviewsShow,
  reviewsPick,
  tableList,
  tableShow,
  tableSet,
  tableRemove,
  newsletterList,
  newsletterSend,
  backupMake,
  backupList,
  backupKey,
  backupRestore,
  tokensList,
  tokensMake,
  tokensEnd,
  staffList,
  staffInvite,
  staffRole,
  staffRemove,
  staffPasskeyReset,
  recordVerify,
  demoRemove,
];
