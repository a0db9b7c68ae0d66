/** A page of the shop, or an e-mail, in a look that is not published: in a frame beside the form. */
import { Link } from "react-router";

import { Choices } from "#desk/components/forms/choices.tsx";
import { deskHref } from "#desk/desk-routes.ts";
import { lookPreviewQuery, openingPreview, writeStyle, type Look } from "#shop/kernel/look/look.ts";
import { pageNames, schemeNames, widthNames, type Shown } from "./shown.ts";

interface LookPreviewProps {
  look: Look;
  publicUrl: string;
  /** The signed end of the preview's link. */
  pass: string;
  book: string | null;
  /** Whether the shop is open: readers no longer see the page before. */
  isOpen: boolean;
  shown: Shown;
  /** Values of the form from the address, which its links keep. */
  asked: Record<string, string>;
}

export function LookPreview({ look, publicUrl, pass, book, isOpen, shown, asked }: LookPreviewProps) {
  const { page, width, scheme } = shown;
  const choose = (chosen: Partial<Shown>) => deskHref("/look", { ...asked, ...shown, ...chosen });
  const url =
    page === "email"
      ? deskHref("/look/email", { look: writeStyle(look), scheme })
      : `${publicUrl}${pathOf(page, book)}?${lookPreviewQuery(look, pass, scheme)}${page === "opening" ? `&${openingPreview}` : ""}`;
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
            .filter(([one]) => (one === "book" ? book !== null : one !== "opening" || !isOpen))
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
        {notes[page] ?? "Its links open the pages of the shop as they are now."} <SettingsLink page={page} />
      </p>
    </section>
  );
}

const notes: Partial<Record<Shown["page"], string>> = {
  email: "An order’s e-mail, with sample books. Mail programs choose light or dark themselves.",
  bill: "A bill with sample books. Paper is white in dark, too.",
};

/** Where the words and books of a preview are chosen. */
const places: Partial<Record<Shown["page"], { to: string; words: string }>> = {
  home: { to: deskHref("/window"), words: "Choose its books and words" },
  opening: { to: `${deskHref("/settings")}#opening`, words: "Write its words" },
  bill: { to: `${deskHref("/settings")}#numbers`, words: "Numbers, words and signature" },
};

/** Leads to the settings of what the preview shows beside its look. */
function SettingsLink({ page }: { page: Shown["page"] }) {
  const place = places[page];
  if (!place) return null;
  return (
    <Link className="link" to={place.to}>
      {place.words}
    </Link>
  );
}

function pathOf(page: Shown["page"], book: string | null): string {
  if (page === "book" && book !== null) return `/books/${book}`;
  if (page === "bill") return "/orders/sample/documents/bill";
  return page === "cart" ? "/cart" : "/";
}
