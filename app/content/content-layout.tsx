import type { ReactNode } from "react";

import { Blocks } from "./blocks.tsx";
import type { ContentPage } from "./content-page.ts";

/** Layout of a content page: title, table of contents, and the sections in a narrow column. */
export function ContentLayout({ page, children }: { page: ContentPage; children?: ReactNode }) {
  return (
    <div className="page pt-8 lg:pt-12">
      <ContentOpening title={page.title} lead={page.lead}>
        {page.updated && <p className="mt-4 text-small text-quiet">Last updated: {page.updated}</p>}
      </ContentOpening>
      <div className="mt-10 gap-x-16 lg:mt-16 lg:grid lg:grid-cols-12">
        <Contents entries={page.sections} />
        <div className="lg:col-span-8">
          {children}
          {page.booksellerText && (
            <section aria-labelledby="bookseller" className="prose">
              <h2 id="bookseller">From the bookseller</h2>
              {page.booksellerText.map((paragraph) => (
                <p key={paragraph}>{paragraph}</p>
              ))}
            </section>
          )}
          {page.sections.map(({ id, heading, blocks }) => (
            <section key={id} aria-labelledby={id} className="prose">
              <h2 id={id}>{heading}</h2>
              <Blocks blocks={blocks} />
            </section>
          ))}
        </div>
      </div>
    </div>
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
      <h1 className="text-h1">{title}</h1>
      <p className="mt-4 max-w-measure text-lead">{lead}</p>
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
            <a href={`#${id}`} className="quiet-link">
              {heading}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}
