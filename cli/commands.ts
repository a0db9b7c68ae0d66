import { authorsJoin, authorsPart } from "./authors.ts";
import { bookRequestsClose, bookRequestsList } from "./book-requests.ts";
import { catalogueGenerate } from "./catalogue.ts";
import type { Command } from "./command.ts";
import { contactClose, contactList, contactShow } from "./contact.ts";
import { coversFetch, coversImport, coversSet } from "./covers.ts";
import { demoRemove } from "./demo.ts";
import { exportCatalogue, exportOrders, exportReaders, exportStock } from "./export.ts";
import { importBooks, importList, importTemplate, importUndo } from "./import.ts";
import { jobsStatus } from "./jobs.ts";
import { newsletterList, newsletterSend } from "./newsletter.ts";
import { ordersCancel, ordersDeliver, ordersShip } from "./order-moves.ts";
import { ordersList, ordersShow } from "./orders.ts";
import { outbox } from "./outbox.ts";
import { paymentsCheck, reconcile, refund } from "./payments.ts";
import { returnsAccept, returnsList, returnsReceive, returnsRefuse } from "./returns.ts";
import { reviewsHide, reviewsList, reviewsPick, reviewsShow } from "./reviews.ts";
import { searches } from "./searches.ts";
import { stockImport } from "./stock-import.ts";
import { stockReceive } from "./stock.ts";
import {
  subjectsApply,
  subjectsExport,
  subjectsImport,
  subjectsList,
  subjectsRemove,
  subjectsSet,
  subjectsStandard,
} from "./subjects.ts";
import { worksJoin, worksPart } from "./works.ts";
import { tokensEnd, tokensList, tokensMake } from "./tokens.ts";

/** Every command, in the order a bookseller meets them. */
export const commands: Command[] = [
  importList,
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
  coversImport,
  coversFetch,
  coversSet,
  ordersList,
  ordersShow,
  ordersShip,
  ordersDeliver,
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
  outbox,
  jobsStatus,
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
  newsletterList,
  newsletterSend,
  tokensList,
  tokensMake,
  tokensEnd,
  demoRemove,
];
