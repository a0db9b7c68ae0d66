import { href } from "#routing/href.ts";
import type { BookFormat, BookPage } from "#shop/catalogue/book.ts";
import { knownPart } from "#app/display/publication-day.ts";
import type { ReviewPage } from "#shop/reviews/review.ts";

import type { OfferTerms } from "#shop/pricing/offer-terms.ts";

const formats: Partial<Record<BookFormat, string>> = {
  paperback: "https://schema.org/Paperback",
  hardback: "https://schema.org/Hardcover",
};

/**
 * The book and where it stands in the shop, as search engines read it (schema.org). `url` is the page's own. The rating
 * is only what readers of this shop gave: samples and stars from elsewhere are not claimed.
 */
export function describeBook(book: BookPage, byReaders: ReviewPage["byReaders"], url: string, terms: OfferTerms) {
  const at = (path: string) => new URL(path, url).href;
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
  const crumbs = [
    ["Home", href("/")],
    ["Categories", href("/categories")],
    ...(book.category
      ? [[book.category.name, href("/categories/:categoryId", { categoryId: book.category.id })] as const]
      : []),
    [book.title, href("/books/:bookId", { bookId: book.id })],
  ] as const;
  return {
    "@context": "https://schema.org",
    "@graph": [
      {
        "@type": ["Book", "Product"],
        name: book.title,
        alternativeHeadline: book.subtitle ?? undefined,
        url,
        image: at(`/covers/${book.coverKey}-960.webp`),
        description: book.description || undefined,
        author: people("author"),
        editor: people("editor"),
        translator: people("translator"),
        illustrator: people("illustrator"),
        isbn: book.isbn13 ?? undefined,
        gtin13: book.isbn13 ?? undefined,
        sku: book.id,
        bookFormat: formats[book.format],
        numberOfPages: book.pages ?? undefined,
        inLanguage: book.language,
        publisher: book.publisher ? { "@type": "Organization", name: book.publisher } : undefined,
        bookEdition: book.editionStatement ?? undefined,
        datePublished: book.published ? knownPart(book.published) : undefined,
        isPartOf: book.series
          ? {
              "@type": "BookSeries",
              name: book.series.name,
              url: at(href("/series/:seriesId", { seriesId: book.series.id })),
            }
          : undefined,
        aggregateRating: byReaders
          ? { "@type": "AggregateRating", ratingValue: byReaders.rating, reviewCount: byReaders.count }
          : undefined,
        offers: {
          "@type": "Offer",
          url,
          price: (book.pricePaise / 100).toFixed(2),
          priceCurrency: "INR",
          itemCondition: "https://schema.org/NewCondition",
          availability: `https://schema.org/${availabilityOf(book)}`,
          shippingDetails: describeDelivery(terms),
          hasMerchantReturnPolicy: describeReturns(terms),
        },
      },
      {
        "@type": "BreadcrumbList",
        itemListElement: crumbs.map(([name, path], index) => ({
          "@type": "ListItem",
          position: index + 1,
          name,
          item: at(path),
        })),
      },
    ],
  };
}

function availabilityOf({ isListed, stock }: BookPage): string {
  if (!isListed) return "Discontinued";
  return stock.state === "sold-out" ? "OutOfStock" : "InStock";
}

const workingDays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday"].map((day) => `https://schema.org/${day}`);

function describeDelivery({ deliveryPaise, packingDays, transitDays }: OfferTerms) {
  const days = (minValue: number, maxValue: number) => ({
    "@type": "QuantitativeValue",
    minValue,
    maxValue,
    unitCode: "DAY",
  });
  return {
    "@type": "OfferShippingDetails",
    shippingRate: { "@type": "MonetaryAmount", value: (deliveryPaise / 100).toFixed(2), currency: "INR" },
    shippingDestination: { "@type": "DefinedRegion", addressCountry: "IN" },
    deliveryTime: {
      "@type": "ShippingDeliveryTime",
      businessDays: { "@type": "OpeningHoursSpecification", dayOfWeek: workingDays },
      handlingTime: days(0, packingDays),
      transitTime: days(...transitDays),
    },
  };
}

/** What the page on returns promises: a faulty book comes back at the shop's cost, any other at the reader's. */
function describeReturns({ returnDays }: OfferTerms) {
  return {
    "@type": "MerchantReturnPolicy",
    applicableCountry: "IN",
    returnPolicyCountry: "IN",
    returnPolicyCategory: "https://schema.org/MerchantReturnFiniteReturnWindow",
    merchantReturnDays: returnDays,
    returnMethod: "https://schema.org/ReturnByMail",
    returnFees: "https://schema.org/ReturnFeesCustomerResponsibility",
    customerRemorseReturnFees: "https://schema.org/ReturnFeesCustomerResponsibility",
    itemDefectReturnFees: "https://schema.org/FreeReturn",
    refundType: "https://schema.org/FullRefund",
  };
}
