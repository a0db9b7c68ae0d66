import type { CoverPlan } from "./cover-plan.ts";
import { findThings } from "./named-things.ts";
import { emblems, ornaments, type Emblem } from "./patterns/emblems.ts";

/**
 * The emblem of a book: the first thing that its title or subtitle names, otherwise an ornament. Books of a series
 * that name nothing have one ornament after the other.
 */
export function chooseEmblem({ title, subtitle, shared, position }: CoverPlan): Emblem {
  const first = shared.whole(0, ornaments.length - 1);
  const thing = findThings(`${title} ${subtitle}`).find((named) => named !== "world");
  if (thing) return emblems[thing];
  return ornaments[(first + Math.max(Math.floor(position ?? 1), 1) - 1) % ornaments.length]!;
}
