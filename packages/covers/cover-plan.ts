import type { SeededRandom } from "./seeded-random.ts";
import type { Palette } from "./palettes.ts";
import type { FaceName } from "./type/faces.ts";

/** How a cover looks: names of `drawnLayouts` and of `palettes`. */
export interface CoverDesign {
  layout: string;
  inks: string;
}

/** What a cover is drawn from, and nothing else. */
export interface CoverSubject {
  id: string;
  title: string;
  subtitle?: string;
  author: string;
  seriesName?: string;
  seriesPosition?: number;
  /** Of the main category; empty when there is none. */
  categoryId: string;
  language: string;
  /** A name of `moods`. */
  mood: string;
  /** What it was given beside its neighbours, or by a person; without it, one by its own facts. */
  design?: CoverDesign;
}

/** Everything a layout needs to draw a cover. */
export interface CoverPlan {
  title: string;
  subtitle: string;
  author: string;
  /** Number in the series, or null. */
  position: number | null;
  palette: Palette;
  face: FaceName;
  textFace: FaceName;
  /** Choices every book of a series shares. */
  shared: SeededRandom;
  /** Choices of this book alone. */
  own: SeededRandom;
  /** Makes ids inside the drawing unique when several are put on one page. */
  key: string;
}

/** A way to lay out a cover: returns the inside of the SVG. */
export type Layout = (plan: CoverPlan) => string;
