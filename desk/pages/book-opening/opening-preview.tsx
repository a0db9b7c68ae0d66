import { detectLanguage } from "#app/display/detect-language.ts";
import { splitHeadings, type OpeningPage } from "#shop/catalogue/content/opening-page.ts";

/** Preview of a book's opening page. */
export function OpeningPreview({ page, title, isSaved }: { page: OpeningPage; title: string; isSaved: boolean }) {
  const { kind, language, paragraphs, source, writtenBy } = page;
  return (
    <section aria-labelledby="preview">
      <h2 id="preview" className="text-title">
        {isSaved ? "What readers see" : "What readers would see"}
      </h2>
      <div className="desk-card mt-3 grid gap-3 p-4 wrap-anywhere" lang={language}>
        <p className="font-display text-title" lang={detectLanguage(title)}>
          {title}
        </p>
        {kind === "note" && <p className="text-small text-quiet">From the bookseller</p>}
        {kind === "contents" && <p className="text-small text-quiet">Contents</p>}
        {splitHeadings(paragraphs).map((block, place) =>
          "heading" in block ? (
            <h3 key={place} className="font-semibold">
              {block.heading}
            </h3>
          ) : (
            <p key={place} className="whitespace-pre-line">
              {block.text.split("*").map((part, index) => (index % 2 ? <em key={index}>{part}</em> : part))}
            </p>
          ),
        )}
        {(source || writtenBy) && (
          <p className="text-small text-quiet">{[writtenBy, source].filter(Boolean).join(", ")}</p>
        )}
      </div>
    </section>
  );
}
