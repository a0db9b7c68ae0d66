import type { ReactNode } from "react";

import { pickBookEndpaper, type BoundBook } from "#app/display/book-endpaper.ts";
import { detectLanguage } from "#app/display/detect-language.ts";
import { emblemPath } from "#shop/catalogue/cover-designs/drawing-paths.ts";
import { splitGraphemes } from "#shop/kernel/text/split-graphemes.ts";
import type { PlateWords } from "#shop/sales/orders/plates/plate-words.ts";
import { Endpaper } from "#ui/endpaper.tsx";

interface PlateProps {
  book: BoundBook;
  /** The key of its cover, whose emblem is on the plate if it has one. */
  coverKey: string;
  foot?: ReactNode;
  children: ReactNode;
}

/** A bookplate in the print of its book, with the emblem of its cover over the print of the roundel. */
export function Plate({ book, coverKey, foot, children }: PlateProps) {
  const endpaper = pickBookEndpaper(book);
  const emblem = emblemPath(coverKey);
  return (
    <Endpaper {...endpaper} className="plate">
      <div className="plate-paper">
        <div className="plate-words">{children}</div>
        <Endpaper {...endpaper} className="plate-roundel">
          {emblem !== null && <img src={emblem} width="160" height="160" alt="" decoding="async" />}
        </Endpaper>
        {foot && <div className="plate-foot">{foot}</div>}
      </div>
    </Endpaper>
  );
}

/** The words of a bookplate. */
export function PlateText({ words }: { words: PlateWords }) {
  if ("name" in words)
    return (
      <>
        <p className="plate-by">ex libris</p>
        <Name>{words.name}</Name>
      </>
    );
  return (
    <>
      {words.for && <p className="plate-by">for</p>}
      <Name>{words.for}</Name>
      {words.from && <p className="plate-by">from</p>}
      <Name>{words.from}</Name>
      <p className="plate-by wrap-anywhere" dir="auto" lang={detectLanguage(words.line)}>
        {words.line}
      </p>
    </>
  );
}

function Name({ children }: { children: string }) {
  if (!children) return null;
  return (
    <p className="plate-name" data-length={lengthOf(children)} dir="auto" lang={detectLanguage(children)}>
      {children}
    </p>
  );
}

/** The size in which a name is set: the longer, the smaller. */
export function lengthOf(name: string): "short" | "medium" | "long" {
  const letters = splitGraphemes(name).length;
  return letters <= 14 ? "short" : letters <= 22 ? "medium" : "long";
}
