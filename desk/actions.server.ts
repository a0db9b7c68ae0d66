import type { AnyDeskAction } from "./http/answer-action.server.ts";
import type { DeskPath } from "./desk-routes.ts";
import { credentialActions } from "./pages/go-live/actions.server.ts";
import { takeUpload, undoAtDesk, importJobActions } from "./pages/import/actions.server.ts";
import { authorActions } from "./pages/authors/actions.server.ts";
import { coverActions } from "./pages/book-cover/actions.server.ts";
import { addBookFromDesk } from "./pages/book-new/actions.server.ts";
import { openingActions } from "./pages/book-opening/actions.server.ts";
import { editionActions } from "./pages/book-work/actions.server.ts";
import { bookingActions, bookParcel, dismissNews } from "./pages/book-parcel/actions.server.ts";
import { bookActions } from "./pages/book/actions.server.ts";
import { selectByIsbn } from "./pages/books/actions.server.ts";
import { changeManyBooks } from "./pages/books-change/actions.server.ts";
import { sellFromDesk, tillActions } from "./pages/counter/actions.server.ts";
import { moveCashFromDesk, undoCashFromDesk } from "./pages/counter/cash-actions.server.ts";
import { countTillFromDesk } from "./pages/counter/day-actions.server.ts";
import { takeBackFromDesk, takeOnlineBackFromDesk } from "./pages/counter/return-actions.server.ts";
import { cancelCodeFromDesk, showCodeFromDesk } from "./pages/counter/qr/code-actions.server.ts";
import { ownActions } from "./pages/me/actions.server.ts";
import { messageActions } from "./pages/messages/actions.server.ts";
import { newsletterActions, previewNewsletter } from "./pages/newsletter/actions.server.ts";
import { bundleActions } from "./pages/offers/bundle-actions.server.ts";
import { codeActions } from "./pages/offers/code-actions.server.ts";
import { correctOrderBusiness } from "./pages/order/business/business-action.server.ts";
import { orderActions } from "./pages/order/actions.server.ts";
import { viewActions } from "./pages/orders/actions.server.ts";
import { packActions } from "./pages/pack/actions.server.ts";
import { pageActions } from "./pages/pages/actions.server.ts";
import { parcelActions } from "./pages/parcels/actions.server.ts";
import { payoutActions } from "./pages/payouts/actions.server.ts";
import { addPasskey, askPasskey, showPasskey } from "./pages/passkey/actions.server.ts";
import { undoFromDesk } from "./pages/audit-log/actions.server.ts";
import { useCode } from "./pages/passkey/recovery-actions.server.ts";
import { makeDraft, quotationActions } from "./pages/quotations/actions.server.ts";
import { readerActions } from "./pages/readers/actions.server.ts";
import { receivableActions } from "./pages/receivables/actions.server.ts";
import { remittanceActions } from "./pages/remittances/actions.server.ts";
import { reviewActions } from "./pages/reviews/actions.server.ts";
import { newSeries, seriesActions } from "./pages/series/actions.server.ts";
import { settingActions } from "./pages/settings/actions.server.ts";
import { newCategory, categoryActions } from "./pages/categories/actions.server.ts";
import { signOut } from "./pages/sign-in/actions.server.ts";
import { staffActions } from "./pages/staff/actions.server.ts";
import { makeOrder, purchaseOrderActions } from "./pages/buying/order-actions.server.ts";
import { returnActions as supplierReturnActions, returnBooks } from "./pages/buying/return-actions.server.ts";
import { addSupplier, notePaymentAtDesk, saveSupplierAtDesk } from "./pages/buying/supplier-actions.server.ts";
import { bookStockActions } from "./pages/stock/book-actions.server.ts";
import { chooseForStock } from "./pages/stock/choices-action.server.ts";
import { countActions, finishCountAtDesk, openCountAtDesk } from "./pages/stock/counts/count-actions.server.ts";
import { saveBillAtDesk } from "./pages/stock/deliveries/bill-actions.server.ts";
import { mrpActions } from "./pages/stock/deliveries/mrp-actions.server.ts";
import { deliveryActions, openDeliveryAtDesk } from "./pages/stock/deliveries/delivery-actions.server.ts";
import { todayActions } from "./pages/today/actions.server.ts";
import { trackingActions } from "./pages/tracking/actions.server.ts";
import { requestActions } from "./pages/wanted/actions.server.ts";
import { listActions } from "./pages/window/list-actions.server.ts";
import { draftActions, publishAgain } from "./pages/window/publish-actions.server.ts";
import { tableActions } from "./pages/window/table-actions.server.ts";

/**
 * All actions of the desk, each with the path of the page whose form sends it. `tests/requests/desk/authority.test.ts`
 * checks that each one asks for its permission.
 */
export const deskActions: { action: AnyDeskAction; path: DeskPath }[] = [
  at("/sign-out", signOut),
  at("/passkey", useCode),
  at("/passkey/key", askPasskey, addPasskey, showPasskey),
  at("/me", ...ownActions),
  at("/", ...todayActions),
  at("/parcels", ...parcelActions),
  at("/orders", ...viewActions),
  at("/orders/:number", ...orderActions),
  at("/orders/:number/business", correctOrderBusiness),
  at("/counter", ...tillActions),
  at("/counter/:till/sell", sellFromDesk),
  at("/counter/:till/cash", moveCashFromDesk, undoCashFromDesk),
  at("/counter/:till/code", showCodeFromDesk, cancelCodeFromDesk),
  at("/counter/:till/day", countTillFromDesk),
  at("/counter/bills/:bill", takeBackFromDesk),
  at("/counter/orders/:number", takeOnlineBackFromDesk),
  at("/payouts", ...payoutActions),
  at("/remittances", ...remittanceActions),
  at("/receivables", ...receivableActions),
  at("/parcels/tracking", ...trackingActions),
  at("/parcels/:number", ...packActions, ...bookingActions),
  at("/parcels/:number/book", bookParcel),
  at("/parcels/booked", dismissNews),
  at("/quotations", makeDraft),
  at("/quotations/:quotation", ...quotationActions),
  at("/stock", chooseForStock),
  at("/stock/orders", makeOrder),
  at("/stock/orders/:purchase", ...purchaseOrderActions),
  at("/stock/suppliers", addSupplier),
  at("/stock/suppliers/:supplier", saveSupplierAtDesk, notePaymentAtDesk),
  at("/stock/suppliers/:supplier/return", returnBooks),
  at("/stock/supplier-returns/:return", ...supplierReturnActions),
  at("/stock/receive", openDeliveryAtDesk),
  at("/stock/receive/:delivery", ...deliveryActions, ...mrpActions, saveBillAtDesk),
  at("/stock/count", openCountAtDesk),
  at("/stock/count/:count", ...countActions),
  at("/stock/count/:count/finish", finishCountAtDesk),
  at("/stock/books/:book", ...bookStockActions),
  at("/import", takeUpload),
  at("/import/:work", ...importJobActions),
  at("/import/undo/:import", undoAtDesk),
  at("/books", selectByIsbn),
  at("/books/new", addBookFromDesk),
  at("/books/change", changeManyBooks),
  at("/books/:book", ...bookActions),
  at("/books/:book/opening", ...openingActions),
  at("/books/:book/work", ...editionActions),
  at("/books/:book/cover", ...coverActions),
  at("/authors/:author", ...authorActions),
  at("/series", newSeries),
  at("/series/:series", ...seriesActions),
  at("/categories", newCategory),
  at("/categories/:category", ...categoryActions),
  at("/offers/code", ...codeActions),
  at("/offers/bundle", ...bundleActions),
  at("/window", publishAgain),
  at("/window/draft", ...draftActions),
  at("/window/table", ...tableActions),
  at("/window/list", ...listActions),
  at("/pages/edit", ...pageActions),
  at("/settings", ...settingActions),
  at("/go-live", ...credentialActions),
  at("/reviews", ...reviewActions),
  at("/messages/:ticket", ...messageActions),
  at("/wanted/:request", ...requestActions),
  at("/newsletter/letter", previewNewsletter),
  at("/newsletter", ...newsletterActions),
  at("/readers/:reader", ...readerActions),
  at("/staff", ...staffActions),
  at("/record/:entry", undoFromDesk),
].flat();

function at(path: DeskPath, ...actions: AnyDeskAction[]) {
  return actions.map((action) => ({ action, path }));
}
