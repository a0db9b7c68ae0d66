/** Basis of the chart: copies sold in the last thirty days, or ratings while there are no sales. */
export type ChartBasis = "sales" | "ratings";

interface ChartWords {
  /** Label next to each book. */
  badge: string;
  /** Name of the list in structured data. */
  name: string;
  /** How the books are ranked, one sentence. */
  ranked: string;
  /** Meta description. */
  description: string;
  /** On the home page: how the shelf is ranked, and title and ranking of the strip. */
  shelf: string;
  strip: string;
  counted: string;
}

const words: Record<ChartBasis, ChartWords> = {
  sales: {
    badge: "Best Seller",
    name: "Best sellers",
    ranked: "Ranked by copies sold in the last thirty days, then by rating.",
    description: "The books most bought here in the last thirty days, ranked, with prices and ratings.",
    shelf: "Ranked by copies sold, then by readers’ ratings.",
    strip: "Best Sellers, one to five",
    counted: "Ranked by copies sold, then by rating.",
  },
  ratings: {
    badge: "Top rated",
    name: "Top rated books",
    ranked: "Ranked by readers’ ratings.",
    description: "The top rated books of the shop, ranked, with prices and ratings.",
    shelf: "The best loved: ranked by readers’ ratings.",
    strip: "Top rated, one to five",
    counted: "Ranked by readers’ ratings.",
  },
};

/** Returns the chart's texts for its basis. The page and the code are called best sellers in either case. */
export function chartWords(basis: ChartBasis): ChartWords {
  return words[basis];
}
