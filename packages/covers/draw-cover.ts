import { hashText } from "./seeded-random.ts";
import type { CoverDesign as Design, CoverSubject as Subject } from "./cover-plan.ts";
import { drawnLayouts } from "./drawn-layouts.ts";
import { drawFinish } from "./finish.ts";
import { pageHeight, pageWidth } from "./page.ts";
import { planCover } from "./plan-cover.ts";
import { lettersVersion } from "./type/scripts.ts";

/** All data that a cover is drawn from. */
export type CoverSubject = Subject;
/** The design of a cover: the names of a layout and a palette. */
export type CoverDesign = Design;

/**
 * The version of the drawing. Increase it if a change must reach existing covers; the job `drawings` then renames them.
 */
export const COVER_VERSION = 5;

/**
 * The name of a cover's files, `<id>-<10 hex>`, which changes with the drawing. It depends on the category but not on
 * the category's mood: if a category gets another mood, existing covers do not change.
 */
export function coverKey(subject: Omit<CoverSubject, "mood">): string {
  const { id, title, subtitle, author, seriesName, seriesPosition, categoryId, language, design } = subject;
  const written = [title, subtitle, author, seriesName].join("");
  const inputs = [
    COVER_VERSION * lettersVersion(written),
    id,
    title,
    subtitle ?? "",
    author,
    seriesName ?? "",
    seriesPosition ?? "",
    categoryId,
    language,
    ...(design ? [design.layout, design.inks] : []),
  ];
  return `${id}-${hashText(JSON.stringify(inputs))}`;
}

/** Draws the front cover of a book without a picture: an SVG of 800 by 1200 pixels, all text as outlines. */
export function drawCover(subject: CoverSubject): string {
  const { layout, plan } = planCover(subject);
  const design = drawnLayouts[layout]!(plan);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${pageWidth}" height="${pageHeight}" viewBox="0 0 ${pageWidth} ${pageHeight}">${design}${drawFinish(plan.key)}</svg>`;
}
