import { createSeededRandom, hashText } from "./seeded-random.ts";
import type { CoverDesign, CoverPlan, CoverSubject } from "./cover-plan.ts";
import { drawnLayouts } from "./drawn-layouts.ts";
import { listFittingLayouts } from "./fitting-layouts.ts";
import { devanagariFaces, moods, type FacePair } from "./moods.ts";
import { palettes } from "./palettes.ts";

/** The fraction of numbered series that use the layout "numeral" instead of a layout of their mood. */
const numeralShare = 0.4;

/** A title of at least this many characters gets a narrow typeface, whatever its mood. */
const longTitle = 100;
const longTitleFaces: FacePair = ["condensed", "geometricText"];

/** Decides the layout, palette and typefaces of a cover before it is drawn. */
export function planCover(subject: CoverSubject): { layout: string; plan: CoverPlan } {
  const mood = moods[subject.mood]!;
  const { id, title, subtitle, author, seriesName, seriesPosition, language, design } = subject;
  const shared = createSeededRandom(seriesName ? `series ${seriesName}` : `book ${id}`);
  const isNumbered = Boolean(seriesName && seriesPosition) && shared.next() < numeralShare;
  const plainLayout = isNumbered ? "numeral" : shared.pick(listFittingLayouts(subject));
  const plainInks = shared.pick(mood.palettes);
  const { layout, inks } = isDesign(design) ? design : { layout: plainLayout, inks: plainInks };
  const pair = shared.pick(language === "hi" ? devanagariFaces : mood.faces);
  const [face, textFace] = title.length > longTitle ? longTitleFaces : pair;
  const plan: CoverPlan = {
    title,
    subtitle: subtitle ?? "",
    author,
    position: seriesPosition ?? null,
    palette: palettes.find(({ name }) => name === inks)!,
    face,
    textFace,
    shared,
    own: createSeededRandom(`own ${id}`),
    key: hashText(id),
  };
  return { layout, plan };
}

/** Whether the layout and the palette of a stored design still exist. */
export function isDesign(design: CoverDesign | undefined): design is CoverDesign {
  return (
    design !== undefined &&
    Object.hasOwn(drawnLayouts, design.layout) &&
    palettes.some(({ name }) => name === design.inks)
  );
}
