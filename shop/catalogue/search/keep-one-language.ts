import { detectScript } from "#shop/kernel/text/detect-script.ts";

/** A work whose title exists in several languages. */
export interface TitledWork {
  workId: string;
  titleId: string;
  /** The title in the work's own language. */
  title: string;
}

/**
 * Keeps one language of each title: the first work whose title is in the script of the typed text, else the first. The
 * kept work gets the rank of the first one.
 */
export function keepOneLanguage<Found extends { workId: string }>(
  typed: string,
  found: readonly Found[],
  titled: readonly TitledWork[],
): Found[] {
  if (titled.length < 2) return [...found];
  const script = detectScript(typed);
  const known = new Map(titled.map((work) => [work.workId, work]));
  const chosen = new Map<string, { place: number; fits: boolean }>();
  const kept: Found[] = [];
  for (const work of found) {
    const title = known.get(work.workId);
    const fits = title !== undefined && detectScript(title.title) === script;
    const other = title && chosen.get(title.titleId);
    if (!other) {
      if (title) chosen.set(title.titleId, { place: kept.length, fits });
      kept.push(work);
    } else if (fits && !other.fits) {
      kept[other.place] = work;
      other.fits = true;
    }
  }
  return kept;
}
