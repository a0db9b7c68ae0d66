import { Link } from "react-router";

import { ArrowRightIcon } from "#ui/icons.tsx";
import { Endpaper, type EndpaperInks, type EndpaperPattern } from "#ui/endpaper.tsx";

interface ReadingList {
  id: string;
  title: string;
  words: string;
  pattern: EndpaperPattern;
  inks: EndpaperInks;
}

const lists: ReadingList[] = [
  {
    id: "summer",
    title: "Summer",
    words: "For long trains, short nights and the fan on full.",
    pattern: "scales",
    inks: "haldi",
  },
  { id: "sci-fi", title: "Sci-fi", words: "Other worlds, to see this one better.", pattern: "jali", inks: "neel" },
  {
    id: "self-improvement",
    title: "Self-improvement",
    words: "Small changes, no shouting.",
    pattern: "buti",
    inks: "neem",
  },
];

/** A table of contents, each entry behind a slip of its endpaper. */
export function ReadingLists() {
  return (
    <section aria-labelledby="lists-title" className="page pt-16 lg:pt-32">
      <h2 id="lists-title" className="text-h2">
        Curated Reading Lists
      </h2>
      <ul className="mt-8 border-t border-line">
        {lists.map((list) => (
          <li key={list.id} className="border-b border-line">
            <Link to={`/reading-lists/${list.id}`} className="reading-list">
              <Endpaper pattern={list.pattern} inks={list.inks} className="slip" />
              <span className="min-w-0 flex-1 py-5 sm:py-7 lg:grid lg:grid-cols-[1fr_1fr] lg:items-baseline lg:gap-10">
                <span className="block font-display text-h2 sm:text-h1">{list.title}</span>
                <span className="block text-quiet max-lg:mt-1">{list.words}</span>
              </span>
              <ArrowRightIcon className="size-7 text-action" />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
