import { detectLanguage } from "#app/display/detect-language.ts";
import type { ContentPage } from "#app/content/content-page.ts";
import { Sections } from "#app/content/content-layout.tsx";
import { showInLook } from "#desk/pages/look/show-in-look.ts";
import type { Look } from "#shop/kernel/look/look.ts";

interface PagePreviewProps {
  page: ContentPage;
  /** Why the text as it is typed now cannot be shown; the last one that could is shown. */
  fault: string | null;
  /** The published look of the shop. */
  look: Pick<Look, "colour" | "accent" | "face">;
}

/** A page as readers will see it. */
export function PagePreview({ page, fault, look }: PagePreviewProps) {
  const { title, lead, updated, sections } = page;
  return (
    <section
      ref={(section) => showInLook(section, look)}
      aria-label="As readers will see it"
      className="desk-card desk-preview min-w-0 p-5 sm:p-8 lg:sticky lg:top-4 lg:max-h-[calc(100dvh-2rem)] lg:overflow-y-auto"
      // A region that scrolls must be reachable by keyboard.
      // oxlint-disable-next-line jsx_a11y/no-noninteractive-tabindex
      tabIndex={0}
    >
      {fault !== null && (
        <p role="status" className="mb-4 text-small font-semibold text-vermilion">
          {fault}
        </p>
      )}
      <h2 className="text-h1 break-words" lang={detectLanguage(title)}>
        {title}
      </h2>
      {lead && (
        <p className="mt-3 text-lead" lang={detectLanguage(lead)}>
          {lead}
        </p>
      )}
      {updated && <p className="mt-3 text-small text-quiet">Last updated: {updated}</p>}
      <div className="mt-8">
        <Sections sections={sections} />
      </div>
    </section>
  );
}
