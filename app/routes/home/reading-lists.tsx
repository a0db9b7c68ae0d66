import { ReadingListRows } from "#app/components/shelves/reading-list-rows.tsx";
import { SectionHeading } from "#app/components/section-heading.tsx";
import { href } from "#routing/href.ts";
import type { ReadingListCard } from "#shop/catalogue/content/reading-list.ts";

/** First reading lists, as a table of contents. */
export function ReadingLists({ lists }: { lists: ReadingListCard[] }) {
  if (!lists[0]) return null;
  return (
    <section aria-labelledby="lists-title" className="far-below page home-near">
      <SectionHeading
        id="lists-title"
        title="Curated Reading Lists"
        more={{ label: "All reading lists", to: href("/reading-lists") }}
      />
      <ReadingListRows lists={lists} isShortOnPhone />
    </section>
  );
}
