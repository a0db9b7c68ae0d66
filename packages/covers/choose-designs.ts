import type { CoverDesign, CoverSubject } from "./cover-plan.ts";
import { listFittingLayouts } from "./fitting-layouts.ts";
import { moods } from "./moods.ts";
import { planCover } from "./plan-cover.ts";
import { createSeededRandom } from "./seeded-random.ts";

/**
 * Two books of a shelf are neighbours if their positions differ by at most this number: they are side by side, or one
 * above the other in two to five columns.
 */
const reach = 5;

/**
 * Penalties of a design. `layout` and `inks` are divided by the distance to the neighbour with the same layout or inks.
 */
const cost = { both: 1_000, layout: 12, inks: 8, notPlain: 2 };

/**
 * Chooses designs so that no two neighbouring covers have both the same layout and the same inks, and few have one of
 * them in common. `shelves` are lists of works in the order of display. `known` are designs that must not change.
 * Returns a design for each other subject: its default design if that differs from the neighbours' designs. Books of a
 * series keep their layout. The result is deterministic.
 */
export function chooseDesigns(
  shelves: string[][],
  subjects: CoverSubject[],
  known: Map<string, CoverDesign>,
): Map<string, CoverDesign> {
  const places = new Map<string, { shelf: string[]; at: number }[]>();
  for (const shelf of shelves)
    for (const [at, id] of shelf.entries()) {
      const all = places.get(id) ?? [];
      all.push({ shelf, at });
      places.set(id, all);
    }
  const chosen = new Map<string, CoverDesign>();
  for (const subject of subjects) {
    if (known.has(subject.id)) continue;
    const neighbours: Neighbour[] = [];
    for (const { shelf, at } of places.get(subject.id) ?? [])
      for (let distance = 1; distance <= reach; distance += 1)
        for (const id of [shelf[at - distance], shelf[at + distance]]) {
          const design = id === undefined || id === subject.id ? undefined : (chosen.get(id) ?? known.get(id));
          if (design) neighbours.push({ design, distance });
        }
    chosen.set(subject.id, chooseDesign(subject, neighbours));
  }
  return chosen;
}

interface Neighbour {
  design: CoverDesign;
  distance: number;
}

function chooseDesign(subject: CoverSubject, neighbours: Neighbour[]): CoverDesign {
  const { layout, plan } = planCover({ ...subject, design: undefined });
  const plain = { layout, inks: plan.palette.name };
  const mood = moods[subject.mood]!;
  const layouts = subject.seriesName ? [layout] : [...new Set([layout, ...listFittingLayouts(subject)])];
  const inks = [...new Set([plain.inks, ...mood.palettes])];
  const random = createSeededRandom(`design ${subject.id}`);
  const candidates = layouts.flatMap((one) => inks.map((other) => ({ layout: one, inks: other })));
  const prices = candidates.map(
    (design) =>
      priceOf(design, neighbours) +
      (design.layout === plain.layout && design.inks === plain.inks ? 0 : cost.notPlain) +
      random.next(),
  );
  return candidates[prices.indexOf(Math.min(...prices))]!;
}

function priceOf(design: CoverDesign, neighbours: Neighbour[]): number {
  let price = 0;
  for (const { design: other, distance } of neighbours) {
    const [isLaidOutAlike, isInkedAlike] = [design.layout === other.layout, design.inks === other.inks];
    if (isLaidOutAlike && isInkedAlike) price += cost.both;
    if (isLaidOutAlike) price += cost.layout / distance;
    if (isInkedAlike) price += cost.inks / distance;
  }
  return price;
}
