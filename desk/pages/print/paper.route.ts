import { data, redirect } from "react-router";

import { printOf } from "#app/display/book-print.server.ts";
import { servicesContext } from "#app/http/context.ts";
import { papers, type Paper } from "#desk/components/papers/papers.ts";
import { deskHref } from "#desk/desk-routes.ts";
import { wantsOneLabelPerAddress, readChosenOrders, readPapersChoice } from "#desk/http/chosen-orders.ts";
import { pdfResponse } from "#desk/http/pdf-response.ts";
import { requireStaff } from "#desk/http/staff.server.ts";
import { maxPrinted, readParcelPapers } from "#shop/office/back-office/parcels/parcel-papers.server.ts";
import { stateName } from "#shop/kernel/regions/indian-states.ts";
import { renderLabels, renderLabelSheets } from "#shop/office/print/address-label.server.ts";
import { renderSlips } from "#shop/office/print/packing-slip.server.ts";
import { planLabels, type LabelPapers, type ParcelPapers, type Sender } from "#shop/office/print/parcel-papers.ts";
import { renderPlateSheets } from "#shop/office/print/plate-sheets.server.ts";
import { findPaperMark } from "#shop/office/settings/look-pictures.server.ts";
import type { PaperMark } from "#shop/sales/documents/paper-mark.ts";
import type { PlatePicture } from "#shop/sales/documents/pdf/plate-sheet.server.ts";
import { drawPlates } from "#shop/sales/orders/plates/draw-plates.server.ts";
import { findPlates } from "#shop/sales/orders/plates/find-plates.server.ts";
import { renderPickList } from "#shop/office/print/pick-list.server.ts";
import type { Services } from "#shop/services.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";
import { openCarrierLabel } from "./carrier-label.server.ts";
import { ownMessageField, readGiftMessages, type GiftMessages } from "./gift-message.ts";

import type { Route } from "./+types/paper.route";

/** Each takes some tenths of a second to draw. */
const maxPlates = 100;

/** One kind of paper for the chosen orders, as a PDF. If something cannot be printed, redirects to the page Print. */
export async function loader(args: Route.LoaderArgs) {
  const paper = args.params.paper ?? "";
  const numbers = readChosenOrders(args.request.url);
  await requireStaff(args, { needs: "parcels" });
  if (paper === "carrier-label" && numbers[0]) return openCarrierLabel(args, numbers[0]);
  if (!isPaper(paper)) throw data("There is no such paper.", { status: 404 });
  const services = args.context.get(servicesContext);
  const parcels = await readParcelPapers(services.db, numbers, readPapersChoice(args.request.url));
  const found = new Set(parcels.map(({ number }) => number)).size;
  const gift = readGiftMessages(args.request.url);
  const labels = planLabels(parcels, wantsOneLabelPerAddress(args.request.url));
  // Orders that are collected at the shop have no label.
  const isEmpty = found === 0 || ((paper === "labels" || paper === "label-sheets") && labels.length === 0);
  const isMessageWrong = paper === "gift-slips" && Object.keys(gift.errors).length > 0;
  if (isEmpty || found < Math.min(numbers.length, maxPrinted + 1) || isMessageWrong) {
    const query = new URLSearchParams(numbers.map((number) => ["order", number]));
    if (gift.message !== "") query.set("message", gift.message);
    for (const [number, words] of Object.entries(gift.own)) query.set(ownMessageField(number), words);
    throw redirect(`${deskHref("/parcels/print")}?${query}`);
  }
  // Papers contain names and addresses, so the print is written to the audit log.
  const about = found === 1 ? `order ${parcels[0]?.number}` : undefined;
  const { several } = papers[paper];
  const words = `Printed ${several.charAt(0).toLowerCase()}${several.slice(1)} of ${formatCount(found, "order")}.`;
  const entry = { action: "parcels.print", words, subject: about };
  await requireStaff(args, { needs: "parcels", entry });
  const orders = paper === "plates" ? await findPlates(services.db, numbers.slice(0, maxPrinted)) : [];
  const plates = await drawPlates(services.db, orders, printOf, maxPlates);
  const mark = await findPaperMark(services);
  return pdfResponse(await render(paper, { parcels, labels, plates, gift, mark }, services), paper);
}

interface Printed {
  parcels: ParcelPapers[];
  labels: LabelPapers[];
  plates: PlatePicture[];
  gift: GiftMessages;
  mark: PaperMark;
}

function render(
  paper: Paper,
  { parcels, labels, plates, gift, mark }: Printed,
  { settings, now }: Services,
): Promise<Buffer> {
  const { seller, name } = settings;
  const sender: Sender = {
    shopName: name,
    addressLines: [...seller.addressLines, stateName(seller.stateCode)],
    phone: seller.phone,
    email: seller.email,
    mark,
  };
  const at = now();
  switch (paper) {
    case "slips":
      return renderSlips(parcels, sender, { isGift: false }, at);
    case "gift-slips":
      return renderSlips(
        parcels,
        sender,
        { isGift: true, message: gift.message, messages: new Map(Object.entries(gift.own)) },
        at,
      );
    case "labels":
      return renderLabels(labels, sender, at);
    case "label-sheets":
      return renderLabelSheets(labels, sender, at);
    case "plates":
      return renderPlateSheets(plates, name, at);
    case "pick-list":
      return renderPickList(parcels, name, at);
  }
}

function isPaper(word: string): word is Paper {
  return Object.hasOwn(papers, word);
}
