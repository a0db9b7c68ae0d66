import type { ComponentProps } from "react";

import { BestSellerChart } from "./best-sellers/best-seller-chart.tsx";
import { BestSellers } from "./best-sellers/best-sellers.tsx";
import { BrowseCategories } from "./browse-categories.tsx";
import { Bundles } from "./bundles.tsx";
import { FeaturedAuthors } from "./featured-authors.tsx";
import { FeaturedBooks } from "./featured-books.tsx";
import { NewReleases } from "./new-releases.tsx";
import { Newsletter } from "./newsletter.tsx";
import { PromoBand } from "./promo-band.tsx";
import { ReadingLists } from "./reading-lists.tsx";
import { Recommended } from "./recommended.tsx";
import { Testimonials } from "./testimonials.tsx";

/*
 * Sections of the home page. Their links and forms work as server HTML, and `first-press.ts` answers their buttons, so
 * their scripts load after hydration of the hero, and not for the first paint.
 */

interface BelowHeroProps {
  code?: ComponentProps<typeof PromoBand>;
  table?: ComponentProps<typeof FeaturedBooks>;
  shelves?: ComponentProps<typeof BrowseCategories>;
  newest?: ComponentProps<typeof NewReleases>;
  best?: ComponentProps<typeof BestSellers>;
  recommended?: ComponentProps<typeof Recommended>;
  chart?: ComponentProps<typeof BestSellerChart>;
  offers?: ComponentProps<typeof Bundles>;
  featured?: ComponentProps<typeof FeaturedAuthors>;
  readers?: ComponentProps<typeof Testimonials>;
  reading?: ComponentProps<typeof ReadingLists>;
  hasNewsletter?: boolean;
}

/** Renders the section whose props are given. */
export default function BelowHero({
  code,
  table,
  shelves,
  newest,
  best,
  recommended,
  chart,
  offers,
  featured,
  readers,
  reading,
  hasNewsletter,
}: BelowHeroProps) {
  if (code) return <PromoBand {...code} />;
  if (table) return <FeaturedBooks {...table} />;
  if (shelves) return <BrowseCategories {...shelves} />;
  if (newest) return <NewReleases {...newest} />;
  if (best) return <BestSellers {...best} />;
  if (recommended) return <Recommended {...recommended} />;
  if (chart) return <BestSellerChart {...chart} />;
  if (offers) return <Bundles {...offers} />;
  if (featured) return <FeaturedAuthors {...featured} />;
  if (hasNewsletter) return <Newsletter />;
  if (readers) return <Testimonials {...readers} />;
  return reading && <ReadingLists {...reading} />;
}
