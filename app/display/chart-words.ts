/** What the chart is made of now: copies sold in the counted days, or, while there are none, ratings alone. */
export type ChartBasis = "sales" | "ratings";

interface ChartWords {
  /** Beside each book. */
  badge: string;
  /** The list's name, as search engines are told it. */
  name: string;
  /** How it is ranked. */
  ranked: string;
  /** What search engines and previews say of the page. */
  description: string;
  /** On the home page: below the shelf, and over and under the strip. */
  shelf: string;
  strip: string;
  counted: string;
}

const words: Record<ChartBasis, ChartWords> = {
  sales: {
    badge: "Best Seller",
    name: "Best Sellers",
    ranked: "Ranked by copies sold in the last thirty days, then by rating.",
    description: "The books most bought here in the last thirty days, ranked, with prices and ratings.",
    shelf: "What readers carry to the counter.",
    strip: "Best Sellers, one to five",
    counted: "Counted by copies sold, then by what readers made of them.",
  },
  ratings: {
    badge: "Top rated",
    name: "Top rated books",
    ranked: "Top rated: no copy was sold in the last thirty days, so the order is by rating alone.",
    description: "The top rated books of the shop, ranked, with prices and ratings.",
    shelf: "Top rated, until the first copies are sold.",
    strip: "Top rated, one to five",
    counted: "Ranked by rating, until the first copies are sold.",
  },
};

/** The chart's sentences, true to what it is made of. The page and the code's books are called Best Sellers in either case. */
export function chartWords(basis: ChartBasis): ChartWords {
  return words[basis];
}
