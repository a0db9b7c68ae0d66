import type { ComponentProps } from "react";

import { BestSellerChart } from "./best-sellers/best-seller-chart.tsx";
import { Bundles } from "./bundles.tsx";
import { FeaturedAuthors } from "./featured-authors.tsx";
import { ReadingLists } from "./reading-lists.tsx";
import { Testimonials } from "./testimonials.tsx";

/*
 * Sections of the home page far below the fold, whose only controls are links and the hearts of the chart. These work as
 * server HTML, so the scripts load after hydration of the rest, and not for the first paint.
 */

interface FarBelowProps {
  chart?: ComponentProps<typeof BestSellerChart>;
  offers?: ComponentProps<typeof Bundles>;
  featured?: ComponentProps<typeof FeaturedAuthors>;
  readers?: ComponentProps<typeof Testimonials>;
  reading?: ComponentProps<typeof ReadingLists>;
}

/** Renders the section whose props are given. */
export default function FarBelow({ chart, offers, featured, readers, reading }: FarBelowProps) {
  if (chart) return <BestSellerChart {...chart} />;
  if (offers) return <Bundles {...offers} />;
  if (featured) return <FeaturedAuthors {...featured} />;
  if (readers) return <Testimonials {...readers} />;
  return reading && <ReadingLists {...reading} />;
}
