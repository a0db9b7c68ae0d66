import type { SeededRandom } from "./seeded-random.ts";
import type { Palette } from "./palettes.ts";
import type { FaceName } from "./type/faces.ts";

/** The design of a cover: names of `drawnLayouts` and `palettes`. */
export interface CoverDesign {
  layout: string;
  inks: string;
}

/** All data that a cover is drawn from. */
export interface CoverSubject {
  id: string;
  title: string;
  subtitle?: string;
  author: string;
  seriesName?: string;
  seriesPosition?: number;
  /** The id of the main category; empty if the book has none. */
  categoryId: string;
  language: string;
  /** A name of `moods`. */
  mood: string;
  /**
   * A design that was chosen to differ from neighbours, or by a person. Without it, the design is derived from the
   * subject.
   */
  design?: CoverDesign;
}

/** All that a layout needs to draw a cover. */
export interface CoverPlan {
  title: string;
  subtitle: string;
  author: string;
  /** Number in the series, or null. */
  position: number | null;
  palette: Palette;
  face: FaceName;
  textFace: FaceName;
  /** Random choices shared by all books of a series. */
  shared: SeededRandom;
  /** Random choices of this book alone. */
  own: SeededRandom;
  /** Makes the ids inside the drawing unique if a page contains several drawings. */
  key: string;
}

/** Draws a cover: returns the content of the SVG. */
export type Layout = (plan: CoverPlan) => string;
