/** Structured data (schema.org, JSON-LD) of a book's page. */
import { formatPartialDate } from "#app/display/publication-day.ts";
import { describeBreadcrumbs } from "#app/structured-data/breadcrumbs.ts";
import { describeReturns } from "#app/structured-data/returns.ts";
import type { Thing } from "#app/structured-data/thing.ts";
import { href } from "#routing/href.ts";
import type { BookDoor, BookPage, FoundBook } from "#shop/catalogue/books/book.ts";
import type { EditionFormat } from "#shop/catalogue/fields/record-values.ts";
import { weekdayNames } from "#shop/kernel/regions/working-days.ts";
import { termsOf, type OfferTerms } from "#shop/sales/pricing/offer-terms.ts";
import type { ReviewPage } from "#shop/people/reviews/review.ts";
import type { ShopSettings } from "#shop/services.ts";

const formats: Partial<Record<EditionFormat, string>> = {
  paperback: "https://schema.org/Paperback",
  hardback: "https://schema.org/Hardcover",
};
/** Formats that are not books. */
const noBooks: readonly EditionFormat[] = ["map", "calendar", "stationery"];

/**
 * Describes an edition, its work and its breadcrumbs for search engines. The rating includes only reviews by readers of
 * this shop, not samples or ratings from elsewhere.
 */
export function describeBook(book: FoundBook, byReaders: ReviewPage["byReaders"], settings: ShopSettings): Thing[] {
  const at = (path: string) => settings.publicUrl + path;
  const pageOf = (bookId: string) => at(href("/books/:bookId", { bookId }));
  const people = (role: BookPage["contributors"][number]["role"]) => {
    const named = book.contributors.filter((person) => person.role === role);
    return named.length > 0
      ? named.map(({ id, name }) => ({
          "@type": "Person",
          name,
          url: at(href("/authors/:authorId", { authorId: id })),
        }))
      : undefined;
  };
  const url = pageOf(book.id);
  const shared = { author: people("author"), editor: people("editor") };
  const edition: Thing = {
    "@type": noBooks.includes(book.format) ? "Product" : ["Book", "Product"],
    "@id": `${url}#edition`,
    name: book.title,
    alternativeHeadline: book.subtitle ?? undefined,
    url,
    image: at(`/covers/${book.coverKey}-960.webp`),
    description: book.description || undefined,
    ...shared,
    translator: people("translator"),
    illustrator: people("illustrator"),
    isbn: book.isbn13 ?? undefined,
    gtin13: book.isbn13 ?? undefined,
    sku: book.id,
    bookFormat: formats[book.format],
    numberOfPages: book.pages ?? undefined,
    inLanguage: book.language,
    publisher: book.publisher ? { "@type": "Organization", name: book.publisher } : undefined,
    brand: book.publisher ? { "@type": "Brand", name: book.publisher } : undefined,
    bookEdition: book.editionStatement ?? undefined,
    datePublished: book.published ? formatPartialDate(book.published) : undefined,
    exampleOfWork: {
      "@type": "Book",
      "@id": `${pageOf(book.editions[0]?.id ?? book.id)}#work`,
      name: book.title,
      ...shared,
      ...describeTranslations(book, pageOf),
      workExample: book.editions.map(({ id, format, language }) => ({
        "@type": "Book",
        "@id": `${pageOf(id)}#edition`,
        url: pageOf(id),
        bookFormat: formats[format],
        inLanguage: language,
      })),
    },
    isPartOf: book.series
      ? {
          "@type": "BookSeries",
          name: book.series.name,
          url: at(href("/series/:seriesId", { seriesId: book.series.id })),
        }
      : undefined,
    position: book.series?.position ?? undefined,
    aggregateRating: byReaders
      ? { "@type": "AggregateRating", ratingValue: byReaders.rating, reviewCount: byReaders.count }
      : undefined,
    offers: describeOffer(book, url, settings),
  };
  const steps = [
    ["Categories", href("/categories")] as const,
    ...(book.category
      ? [[book.category.name, href("/categories/:categoryId", { categoryId: book.category.id })] as const]
      : []),
    [book.title, href("/books/:bookId", { bookId: book.id })] as const,
  ];
  return [edition, describeBreadcrumbs(settings.publicUrl, steps)];
}

/** Links the works that are the same title in other languages: the original, or the translations. */
function describeTranslations(
  { editions, doors }: BookPage,
  pageOf: (bookId: string) => string,
): Record<string, unknown> {
  const isOwn = ({ id }: BookDoor) => editions.some((edition) => edition.id === id);
  const others = doors.filter((door) => !isOwn(door));
  const works = others.map(({ id, title, language, isOriginal }) => ({
    isOriginal,
    work: { "@type": "Book", "@id": `${pageOf(id)}#work`, name: title, inLanguage: language, url: pageOf(id) },
  }));
  const original = works.find(({ isOriginal }) => isOriginal);
  const translations = original || doors.every(({ isOriginal }) => !isOriginal) ? [] : works;
  return {
    translationOfWork: original?.work,
    workTranslation: translations.length > 0 ? translations.map(({ work }) => work) : undefined,
  };
}

function describeOffer(book: FoundBook, url: string, settings: ShopSettings): Thing {
  const terms = termsOf(book, settings);
  const rupees = (paise: number) => (paise / 100).toFixed(2);
  return {
    "@type": "Offer",
    url,
    price: rupees(book.pricePaise),
    priceCurrency: "INR",
    // The MRP, which the page shows struck through.
    priceSpecification:
      book.mrpPaise > book.pricePaise
        ? {
            "@type": "UnitPriceSpecification",
            priceType: "https://schema.org/StrikethroughPrice",
            price: rupees(book.mrpPaise),
            priceCurrency: "INR",
          }
        : undefined,
    itemCondition: "https://schema.org/NewCondition",
    availability: `https://schema.org/${availabilityOf(book)}`,
    seller: { "@type": "OnlineStore", name: settings.name, url: settings.publicUrl + href("/") },
    shippingDetails: describeDelivery(terms),
    hasMerchantReturnPolicy: describeReturns(terms),
  };
}

function availabilityOf({ isListed, stock }: BookPage): string {
  if (!isListed) return "Discontinued";
  return stock.state === "sold-out" ? "OutOfStock" : "InStock";
}

function describeDelivery({ fee, packingDays, packsOn, transitDays }: OfferTerms): Thing {
  const days = (minValue: number, maxValue: number) => ({
    "@type": "QuantitativeValue",
    minValue,
    maxValue,
    unitCode: "DAY",
  });
  return {
    "@type": "OfferShippingDetails",
    shippingRate: {
      "@type": "MonetaryAmount",
      // Where the fee depends on the PIN code, the highest is stated.
      [fee.leastPaise === fee.mostPaise ? "value" : "maxValue"]: (fee.mostPaise / 100).toFixed(2),
      currency: "INR",
    },
    shippingDestination: { "@type": "DefinedRegion", addressCountry: "IN" },
    deliveryTime: {
      "@type": "ShippingDeliveryTime",
      businessDays: {
        "@type": "OpeningHoursSpecification",
        dayOfWeek: packsOn.map((day) => `https://schema.org/${weekdayNames[day]}`),
      },
      handlingTime: days(0, packingDays),
      transitTime: days(...transitDays),
    },
  };
}
