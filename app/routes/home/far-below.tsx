import type { ComponentProps } from "react";

import { BestSellerChart } from "./best-sellers/best-seller-chart.tsx";
import { BrowseCategories } from "./browse-categories.tsx";
import { Bundles } from "./bundles.tsx";
import { FeaturedAuthors } from "./featured-authors.tsx";
import { Newsletter } from "./newsletter.tsx";
import { ReadingLists } from "./reading-lists.tsx";
import { Testimonials } from "./testimonials.tsx";

/*
 * Sections of the home page below the fold, whose only controls are links, the hearts of the chart and the form of
 * the newsletter. These work as server HTML, so the scripts load after hydration of the rest, and not for the first
 * paint.
 */

interface FarBelowProps {
  shelves?: ComponentProps<typeof BrowseCategories>;
  chart?: ComponentProps<typeof BestSellerChart>;
  offers?: ComponentProps<typeof Bundles>;
  featured?: ComponentProps<typeof FeaturedAuthors>;
  readers?: ComponentProps<typeof Testimonials>;
  reading?: ComponentProps<typeof ReadingLists>;
  hasNewsletter?: boolean;
}

/** Renders the section whose props are given. */
export default function FarBelow({ shelves, chart, offers, featured, readers, reading, hasNewsletter }: FarBelowProps) {
  if (shelves) return <BrowseCategories {...shelves} />;
  if (chart) return <BestSellerChart {...chart} />;
  if (offers) return <Bundles {...offers} />;
  if (featured) return <FeaturedAuthors {...featured} />;
  if (hasNewsletter) return <Newsletter />;
  if (readers) return <Testimonials {...readers} />;
  return reading && <ReadingLists {...reading} />;
}
