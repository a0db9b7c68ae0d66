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
  /** Of the main category; empty without one. */
  categoryId: string;
  language: string;
  /** A name of `moods`. */
  mood: string;
  /** A design chosen to differ from neighbours, or by a person; without one, it is derived from the subject. */
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
  /** Makes ids inside the drawing unique when several are put on one page. */
  key: string;
}

/** Draws a cover: returns the content of the SVG. */
export type Layout = (plan: CoverPlan) => string;
