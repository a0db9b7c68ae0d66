import { longDay } from "#shop/kernel/dates/dates.ts";
import { formatPaise } from "#shop/kernel/money/money.ts";
import { cleanText } from "#shop/kernel/text/clean-text.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";
import type { LetterType } from "#shop/office/letters/letter-type.ts";
import { linkTo } from "#shop/office/letters/link-to.ts";
import { salutation } from "#shop/office/letters/salutation.ts";
import { quotationLink } from "#shop/sales/quotations/quotation-link.server.ts";
import { renderQuotation } from "#shop/sales/quotations/quotation-paper.server.ts";
import { quotationNumber, stateOfQuotation, sumQuotation, type Quotation } from "#shop/sales/quotations/quotation.ts";
import { findQuotation } from "#shop/sales/quotations/quotations.server.ts";

interface QuotationToSend {
  quotation: Quotation;
  url: string;
}

/** More books than this are only in the attached PDF. */
const maxShown = 40;

/** To the buyer: a quotation, with the link that accepts it and the PDF attached. */
export const quotationLetter: LetterType<QuotationToSend, "quotation"> = {
  async load({ db, settings, linkKey, now }, { facts }) {
    const quotation = await findQuotation(db, facts.quotationId, settings.quotations.discounts);
    if (!quotation || stateOfQuotation(quotation, now()) !== "sent") return null;
    return { quotation, url: quotationLink(settings.publicUrl, linkKey, quotation.id) };
  },
  write({ quotation, url }, shop) {
    const { id, name, lines, shippingPaise, validUntil } = quotation;
    const { copies, totalPaise, booksPaise } = sumQuotation(quotation);
    const number = quotationNumber(id);
    const until = longDay(validUntil);
    return {
      subject: `Quotation ${number} of ${cleanText(shop.name)}: ${formatCount(copies, "copy", "copies")} for ${formatPaise(totalPaise)}`,
      preheader: `Valid until ${until}. You can order by one press.`,
      reference: number,
      heading: "Your quotation",
      greeting: salutation(name),
      paragraphs: [
        `Thank you for asking. Here are our prices for ${formatCount(copies, "copy", "copies")} of ${formatCount(lines.length, "title")}; the whole quotation is attached as PDF.`,
        `To order at these prices, open the quotation and press “Order these books”, until ${until}.`,
      ],
      facts: [
        { label: "Quotation", value: number },
        { label: "Valid until", value: until },
      ],
      action: { label: "Open the quotation", url: linkTo(url, shop.publicUrl) },
      links: [],
      books: {
        heading: lines.length > maxShown ? `The first ${maxShown} titles` : "The books",
        lines: lines.slice(0, maxShown).map((line) => ({
          title: cleanText(line.title),
          about: [
            cleanText(line.author),
            `${formatCount(line.copies, "copy", "copies")} at ${formatPaise(line.pricePaise)}`,
          ]
            .filter(Boolean)
            .join(", "),
          amount: formatPaise(line.copies * line.pricePaise),
        })),
        sums: [
          { label: "Books", amount: formatPaise(booksPaise) },
          { label: "Delivery", amount: shippingPaise === 0 ? "Free" : formatPaise(shippingPaise) },
        ],
        total: { label: "Total", amount: formatPaise(totalPaise) },
      },
      note: "If you have a question, or need other books, simply reply to this e-mail.",
      replyTo: shop.supportEmail,
      because: `You get this e-mail because you asked ${cleanText(shop.name)} for a quotation.`,
    };
  },
  async attach({ settings }, { quotation }) {
    const filename = `${quotationNumber(quotation.id)}.pdf`;
    return [{ filename, contentType: "application/pdf", content: await renderQuotation(quotation, settings) }];
  },
  sample: {
    url: "https://endpaper.example/quotations/QN-12?key=sample",
    quotation: {
      id: 12,
      name: "Meera Iyer",
      email: "library@school.example",
      phone: "+919876543210",
      addressLine1: "4 School Road",
      addressLine2: "",
      city: "Bengaluru",
      stateCode: "KA",
      pin: "560025",
      business: { name: "St. Anne’s School", gstin: "29AAATS1429B1ZS", purchaseOrder: "" },
      discount: null,
      shippingPaise: 0,
      creditDays: null,
      validUntil: "2026-12-21",
      words: "",
      madeAt: "2026-11-21T05:30:00.000Z",
      sentAt: "2026-11-21T06:30:00.000Z",
      order: null,
      lines: [
        {
          bookId: "the-guide",
          title: "The Guide",
          author: "R. K. Narayan",
          isbn13: "9780143039648",
          copies: 40,
          mrpPaise: 299_00,
          pricePaise: 254_15,
          available: 60,
        },
        {
          bookId: "godan",
          title: "गोदान",
          author: "प्रेमचंद",
          isbn13: "9788126702206",
          copies: 25,
          mrpPaise: 250_00,
          pricePaise: 212_50,
          available: 30,
        },
      ],
    },
  },
};
