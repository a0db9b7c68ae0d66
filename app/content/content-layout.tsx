import type { ReactNode } from "react";

import { detectLanguage } from "#app/display/detect-language.ts";
import { Blocks } from "./blocks.tsx";
import type { ContentPage, ContentSection } from "./content-page.ts";

/** Layout of a content page: title, table of contents, and the sections in a narrow column. */
export function ContentLayout({ page, children }: { page: ContentPage; children?: ReactNode }) {
  const entries = page.sections.flatMap(({ id, heading }) => (heading === null ? [] : [{ id, heading }]));
  return (
    <div className="page pt-8 lg:pt-12">
      <ContentOpening title={page.title} lead={page.lead}>
        {page.updated && <p className="mt-4 text-small text-quiet">Last updated: {page.updated}</p>}
      </ContentOpening>
      <div className="mt-10 gap-x-16 lg:mt-16 lg:grid lg:grid-cols-12">
        {entries.length > 1 && <Contents entries={entries} />}
        <div className="lg:col-span-8">
          {children}
          <Sections sections={page.sections} />
        </div>
      </div>
    </div>
  );
}

interface SectionsProps {
  sections: ContentSection[];
  /** Whether the letters are as small as those of a form next to them. */
  areBesideForm?: boolean;
}

/** The sections of a page below each other. */
export function Sections({ sections, areBesideForm = false }: SectionsProps) {
  const className = areBesideForm ? "prose text-body" : "prose";
  return sections.map(({ id, heading, blocks }) =>
    heading === null ? (
      <div key={id} className={className}>
        <Blocks blocks={blocks} />
      </div>
    ) : (
      <section key={id} aria-labelledby={id} className={className}>
        <h2 id={id} lang={detectLanguage(heading)}>
          {heading}
        </h2>
        <Blocks blocks={blocks} />
      </section>
    ),
  );
}

interface OpeningProps {
  title: string;
  lead: string;
  children?: ReactNode;
}

/** Title in large type, and the lead below. */
export function ContentOpening({ title, lead, children }: OpeningProps) {
  return (
    <div className="pb-2 lg:pt-4">
      <h1 className="text-h1" lang={detectLanguage(title)}>
        {title}
      </h1>
      {lead && (
        <p className="mt-4 max-w-measure text-lead" lang={detectLanguage(lead)}>
          {lead}
        </p>
      )}
      {children}
    </div>
  );
}

/** Links to each section; stays in view on wide screens. */
export function Contents({ entries }: { entries: { id: string; heading: string }[] }) {
  return (
    <nav aria-label="On this page" className="content-contents">
      <p className="font-semibold" aria-hidden="true">
        On this page
      </p>
      <ol className="mt-1">
        {entries.map(({ id, heading }) => (
          <li key={id}>
            <a href={`#${id}`} className="quiet-link" lang={detectLanguage(heading)}>
              {heading}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}
