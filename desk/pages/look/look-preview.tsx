/** A page of the shop, or an e-mail, in a look that is not published: in a frame beside the form. */
import { Choices } from "#desk/components/forms/choices.tsx";
import { deskHref } from "#desk/desk-routes.ts";
import { lookPreviewQuery, writeStyle, type Look } from "#shop/kernel/look/look.ts";
import { pageNames, schemeNames, widthNames, type Shown } from "./shown.ts";

interface LookPreviewProps {
  look: Look;
  publicUrl: string;
  /** The signed end of the preview's link. */
  pass: string;
  book: string | null;
  shown: Shown;
  /** Values of the form from the address, which its links keep. */
  asked: Record<string, string>;
}

export function LookPreview({ look, publicUrl, pass, book, shown, asked }: LookPreviewProps) {
  const { page, width, scheme } = shown;
  const choose = (chosen: Partial<Shown>) => deskHref("/look", { ...asked, ...shown, ...chosen });
  const url =
    page === "email"
      ? deskHref("/look/email", { look: writeStyle(look), scheme })
      : `${publicUrl}${pathOf(page, book)}?${lookPreviewQuery(look, pass, scheme)}`;
  const name = pageNames.find(([one]) => one === page)?.[1] ?? "";
  return (
    <section aria-labelledby="preview" className="min-w-0 lg:sticky lg:top-4">
      <h2 id="preview" className="sr-only">
        Preview
      </h2>
      <div className="flex flex-wrap gap-x-6">
        <Choices
          label="Page"
          choices={pageNames
            .filter(([one]) => one !== "book" || book !== null)
            .map(([value, words]) => ({ words, to: choose({ page: value }), isChosen: value === page }))}
        />
        <Choices
          label="Width"
          choices={widthNames.map(([value, words]) => ({
            words,
            to: choose({ width: value }),
            isChosen: value === width,
          }))}
        />
        <Choices
          label="Light or dark"
          choices={schemeNames.map(([value, words]) => ({
            words,
            to: choose({ scheme: value }),
            isChosen: value === scheme,
          }))}
        />
      </div>
      <div className={`look-frame mt-3 ${width === "wide" ? "look-frame-wide" : ""}`}>
        <iframe
          key={page}
          title={`${name} in this look`}
          src={url}
          // The shop has another origin than the desk, so it cannot remove its own sandbox; an e-mail has no scripts.
          // oxlint-disable-next-line react/iframe-missing-sandbox
          sandbox={page === "email" ? "allow-same-origin" : "allow-scripts allow-same-origin"}
        />
      </div>
      <p className="mt-2 text-small text-quiet">
        {notes[page] ?? "Its links open the pages of the shop as they are now."}
      </p>
    </section>
  );
}

const notes: Partial<Record<Shown["page"], string>> = {
  email: "An order’s e-mail, with sample books. Mail programs choose light or dark themselves.",
  bill: "A bill with sample books. Its words and its signature are under Settings. Paper is white in dark, too.",
};

function pathOf(page: Shown["page"], book: string | null): string {
  if (page === "book" && book !== null) return `/books/${book}`;
  if (page === "bill") return "/orders/sample/documents/bill";
  return page === "cart" ? "/cart" : "/";
}
