import { createChance, hashText } from "./chance.ts";
import type { CoverPlan, CoverSubject } from "./cover-plan.ts";
import { moods, type FacePair } from "./moods.ts";
import { palettes } from "./palettes.ts";

/** From so many letters on a title needs a narrow face, whatever its mood. */
const longTitle = 100;
const longTitleFaces: FacePair = ["condensed", "geometricText"];

/** Decides layout, palette and faces of a cover before anything is drawn. */
export function planCover(subject: CoverSubject): { layout: string; plan: CoverPlan } {
  const mood = moods[subject.categoryId] ?? moods["fiction"]!;
  const { id, title, subtitle, author, seriesName, seriesPosition } = subject;
  const shared = createChance(seriesName ? `series ${seriesName}` : `book ${id}`);
  // A numbered series is told by its numeral every other time.
  const choices = seriesName && seriesPosition ? [...mood.layouts, ...mood.layouts.map(() => "numeral")] : mood.layouts;
  const layout = shared.pick(choices);
  const paletteName = shared.pick(mood.palettes);
  const pair = shared.pick(mood.faces);
  const [face, textFace] = title.length > longTitle ? longTitleFaces : pair;
  const plan: CoverPlan = {
    title,
    subtitle: subtitle ?? "",
    author,
    series: seriesName ?? "",
    position: seriesPosition ?? null,
    palette: palettes.find(({ name }) => name === paletteName)!,
    face,
    textFace,
    shared,
    own: createChance(`own ${id}`),
    key: hashText(id),
  };
  return { layout, plan };
}
