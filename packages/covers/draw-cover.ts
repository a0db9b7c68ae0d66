import { hashText } from "./seeded-random.ts";
import type { CoverDesign as Design, CoverSubject as Subject } from "./cover-plan.ts";
import { drawnLayouts } from "./drawn-layouts.ts";
import { drawFinish } from "./finish.ts";
import { pageHeight, pageWidth } from "./page.ts";
import { planCover } from "./plan-cover.ts";
import { lettersVersion } from "./type/scripts.ts";

/** What a cover is drawn from, and nothing else. */
export type CoverSubject = Subject;
/** How a cover looks: the names of a layout and of a palette. */
export type CoverDesign = Design;

/** Raise it when a change to the drawing should reach covers already made; the job `drawings` then names them anew. */
export const COVER_VERSION = 2;

/**
 * Names a cover's files: `<id>-<10 hex>`, new whenever the drawing would be. The category stands for its mood: a category
 * that gets another mood keeps the covers that are drawn already.
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

/** The front cover of a book without a picture: an 800 by 1200 SVG, all text as outlines. */
export function drawCover(subject: CoverSubject): string {
  const { layout, plan } = planCover(subject);
  const design = drawnLayouts[layout]!(plan);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${pageWidth}" height="${pageHeight}" viewBox="0 0 ${pageWidth} ${pageHeight}">${design}${drawFinish(plan.key)}</svg>`;
}
