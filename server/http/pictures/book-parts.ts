import { emblemWidth } from "#covers/cover-widths.ts";
import type { CoverSubject } from "#covers/draw-cover.ts";
import { drawEmblem, noEmblem } from "#covers/draw-emblem.ts";
import { drawSpine } from "#covers/draw-spine.ts";
import { spinePixels, spineWidths } from "#covers/spine-size.ts";

interface BookPart {
  /** The widths in pixels that it is rendered in. */
  widths: readonly number[];
  draw: (subject: CoverSubject, width: number) => string;
}

/** Drawings of parts of a book, by the folder of their address. A cover without an emblem has a transparent one. */
export const bookParts = {
  emblems: { widths: [emblemWidth], draw: (subject) => drawEmblem(subject) ?? noEmblem },
  spines: {
    widths: Array.from(
      { length: spineWidths.most - spineWidths.least + 1 },
      (_, more) => spinePixels * (spineWidths.least + more),
    ),
    draw: (subject, width) => drawSpine(subject, width / spinePixels),
  },
} satisfies Record<string, BookPart>;
