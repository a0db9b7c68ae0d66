import type { ReactNode } from "react";

import type { EndpaperTheme } from "#app/display/endpaper-of.ts";
import { Endpaper } from "#ui/endpaper.tsx";
import { Blocks } from "./blocks.tsx";
import type { ContentPage } from "./content-page.ts";

/** A page of words: its title beside an endpaper, what is on it, and the sections in a column fit for reading. */
export function ContentLayout({ page, children }: { page: ContentPage; children?: ReactNode }) {
  return (
    <div className="page pt-8 lg:pt-12">
      <ContentOpening title={page.title} lead={page.lead} endpaper={page.endpaper}>
        {page.updated && <p className="mt-4 text-small text-quiet">Last updated: {page.updated}</p>}
      </ContentOpening>
      <div className="mt-10 gap-x-16 lg:mt-16 lg:grid lg:grid-cols-12">
        <Contents entries={page.sections} />
        <div className="lg:col-span-8">
          {children}
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
  endpaper: EndpaperTheme;
  children?: ReactNode;
}

/** The title, large, and a slip of endpaper: above it on a phone, beside it on a desk. */
export function ContentOpening({ title, lead, endpaper, children }: OpeningProps) {
  return (
    <div className="content-opening">
      <Endpaper {...endpaper} className="content-slip" />
      <div className="py-8 lg:py-14">
        <h1 className="text-h1">{title}</h1>
        <p className="mt-4 max-w-measure text-lead text-pretty">{lead}</p>
        {children}
      </div>
    </div>
  );
}

/** The way to each section; it stays in sight on a desk. */
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
