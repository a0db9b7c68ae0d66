/** A word and its width in ems, without the space after it. */
export interface Word {
  text: string;
  width: number;
}

/** A title broken into lines, with the width of the widest one in ems. */
export interface Broken {
  lines: string[];
  width: number;
  /**
   * Number of bad line breaks: after a small word such as an article, or before a word that belongs to the previous
   * one, such as Hindi का.
   */
  faults: number;
}

const leansForward = new Set(
  "a an the of and in on to for with at from by or as is & le la les de du des el los un une der die das एक और या".split(
    " ",
  ),
);
const leansBack = new Set("का की के को में से ने पर तक है हैं था थी थे ही भी".split(" "));

function fault(before: string, after: string): number {
  return leansForward.has(before.toLowerCase()) || leansBack.has(after) ? 1 : 0;
}

/** The number of lines whose last word belongs to the next line, such as an article. */
export function countHanging(lines: string[]): number {
  return lines.slice(0, -1).filter((line) => leansForward.has(line.split(" ").at(-1)!.toLowerCase())).length;
}

/** Breaks words into exactly `count` balanced lines; null if there are too few words. */
export function breakLines(words: Word[], space: number, count: number): Broken | null {
  if (words.length < count) return null;
  const ideal = (words.reduce((sum, word) => sum + word.width, 0) + space * (words.length - count)) / count;
  function lineWidth(from: number, to: number): number {
    let width = space * (to - from - 1);
    for (let i = from; i < to; i++) width += words[i]!.width;
    return width;
  }
  const best: ({ cost: number; from: number } | undefined)[][] = Array.from({ length: count + 1 }, () => []);
  best[0]![0] = { cost: 0, from: 0 };
  for (let line = 1; line <= count; line++) {
    for (let to = line; to <= words.length - (count - line); to++) {
      for (let from = line - 1; from < to; from++) {
        const before = best[line - 1]![from];
        if (!before) continue;
        const cost = before.cost + breakCost(lineWidth(from, to) / ideal, words, to);
        if (cost < (best[line]![to]?.cost ?? Infinity)) best[line]![to] = { cost, from };
      }
    }
  }
  return collect(words, best, count, lineWidth);
}

function breakCost(fill: number, words: Word[], to: number): number {
  const over = fill > 1 ? 2.2 : 1;
  const isLast = to === words.length;
  const hangs = isLast ? 0 : fault(words[to - 1]!.text, words[to]!.text);
  const atColon = !isLast && /[:;,.!?—–]$/.test(words[to - 1]!.text) ? -0.12 : 0;
  return over * (fill - 1) ** 2 + 0.45 * hangs + atColon;
}

function collect(
  words: Word[],
  best: ({ from: number } | undefined)[][],
  count: number,
  lineWidth: (from: number, to: number) => number,
): Broken {
  const broken: Broken = { lines: [], width: 0, faults: 0 };
  let to = words.length;
  for (let line = count; line > 0; line--) {
    const { from } = best[line]![to]!;
    broken.lines.unshift(
      words
        .slice(from, to)
        .map((word) => word.text)
        .join(" "),
    );
    broken.width = Math.max(broken.width, lineWidth(from, to));
    if (from > 0) broken.faults += fault(words[from - 1]!.text, words[from]!.text);
    to = from;
  }
  return broken;
}
