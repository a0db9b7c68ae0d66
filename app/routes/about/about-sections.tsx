/** The sections of the page About. Smaller headings are numbered, and the bookseller's own words are on a label. */
import { Blocks, RichText } from "#app/content/blocks.tsx";
import { plainText, splitAtHeadings, type ContentSection } from "#app/content/content-page.ts";
import { detectLanguage } from "#app/display/detect-language.ts";

export function AboutSections({ sections }: { sections: ContentSection[] }) {
  return sections.map((section) => <AboutSection key={section.id} {...section} />);
}

function AboutSection({ id, heading, blocks }: ContentSection) {
  const { opening, parts } = splitAtHeadings(blocks);
  const title = heading !== null && (
    <h2 id={id} className="text-h2 break-words" lang={detectLanguage(heading)}>
      {heading}
    </h2>
  );
  const labelledBy = heading === null ? undefined : id;
  if (id === "bookseller") {
    return (
      <div className="mt-10 grid bg-sunk px-4 py-10 sm:px-10 sm:py-16 lg:mt-16">
        <section aria-labelledby={labelledBy} className="label prose px-7 py-9 sm:px-12 sm:py-12">
          <h2 id={id} lang={detectLanguage(heading ?? "")}>
            {heading}
          </h2>
          <Blocks blocks={blocks} />
        </section>
      </div>
    );
  }
  if (parts.length === 0) {
    return (
      <section
        aria-labelledby={labelledBy}
        className="mt-16 gap-x-16 border-t border-line pt-10 lg:grid lg:grid-cols-12"
      >
        {title && <div className="lg:col-span-5">{title}</div>}
        <div className="prose *:first:mt-0 max-lg:mt-4 lg:col-span-7">
          <Blocks blocks={opening} />
        </div>
      </section>
    );
  }
  return (
    <section aria-labelledby={labelledBy} className="pt-16 lg:pt-24">
      {title}
      {opening.length > 0 && (
        <div className="prose mt-4 *:first:mt-0">
          <Blocks blocks={opening} />
        </div>
      )}
      <ol className="mt-8 lg:mt-12">
        {parts.map((part, place) => (
          <li
            key={part.id}
            className="grid grid-cols-[3.5rem_minmax(0,1fr)] gap-x-4 border-t border-line py-8 lg:grid-cols-12 lg:gap-x-8 lg:py-10"
          >
            <span aria-hidden="true" className="figures font-display text-numeral font-[380] text-quiet lg:col-span-2">
              {place + 1}
            </span>
            <h3 id={part.id} className="text-h3 lg:col-span-4" lang={detectLanguage(plainText(part.heading))}>
              <RichText text={part.heading} />
            </h3>
            <div className="prose mt-3 *:first:mt-0 max-lg:col-span-full lg:col-span-6 lg:mt-0">
              <Blocks blocks={part.blocks} />
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}
