import { SectionHeading } from "#app/components/section-heading.tsx";
import { href } from "#routing/href.ts";
import type { ReadingListCard } from "#shop/catalogue/content/reading-list.ts";

import { ReadingListRows } from "./reading-list-rows.tsx";

interface MoreReadingListsProps {
  title: string;
  lists: ReadingListCard[];
  className?: string;
}

/** Section that ends a page with a few reading lists, and the way to all of them. */
export function MoreReadingLists({ title, lists, className = "pt-14 lg:pt-20" }: MoreReadingListsProps) {
  if (lists.length === 0) return null;
  return (
    <section aria-labelledby="lists-title" className={`${className} print:hidden`}>
      <SectionHeading
        id="lists-title"
        title={title}
        more={{ label: "All reading lists", to: href("/reading-lists") }}
      />
      <ReadingListRows lists={lists} />
    </section>
  );
}
