import type { ComponentProps } from "react";

import { Bundles } from "./bundles.tsx";
import { FeaturedAuthors } from "./featured-authors.tsx";
import { ReadingLists } from "./reading-lists.tsx";
import { Testimonials } from "./testimonials.tsx";

/*
 * Parts of the home page that are far below and in which nothing is pressed but links. Links work as they come from the server, so the
 * scripts of these parts are no part of a first visit: they load once the page has been taken over.
 */

interface FarBelowProps {
  offers?: ComponentProps<typeof Bundles>;
  featured?: ComponentProps<typeof FeaturedAuthors>;
  readers?: ComponentProps<typeof Testimonials>;
  reading?: ComponentProps<typeof ReadingLists>;
}

/** One of them, by what it is given. */
export default function FarBelow({ offers, featured, readers, reading }: FarBelowProps) {
  if (offers) return <Bundles {...offers} />;
  if (featured) return <FeaturedAuthors {...featured} />;
  if (readers) return <Testimonials {...readers} />;
  return reading && <ReadingLists {...reading} />;
}
