/** Adds and removes the signs of formatted text (`parse-formatted-text.ts`) around what is selected. */

/** A text with its selection; `from` and `to` are equal for a caret. */
export interface SelectedText {
  text: string;
  from: number;
  to: number;
}

/** A change of a text: the part from `from` to `to` becomes `words`; then `select` is selected. */
export interface TextChange {
  from: number;
  to: number;
  words: string;
  select: [from: number, to: number];
}

const marks = { bold: "**", italic: "*" } as const;
const signs = { heading: "## ", list: "- " } as const;

export type Mark = keyof typeof marks;
export type LineSign = keyof typeof signs;

/** The sign at the beginning of a heading or of an item of a list. */
const beginning = /^[ \t]*(?:#{1,6}|[-*•]|\d{1,2}[.)])[ \t]+/;

/** Makes the selected words bold or italic, or plain again; without a selection the word at the caret. */
export function toggleMark(kind: Mark, selected: SelectedText): TextChange {
  const mark = marks[kind];
  const { text } = selected;
  const parts = splitSelection(selected).map((part) => ({ ...part, stars: countStars(text, part) }));
  const [first] = parts;
  if (!first) {
    const { from } = selected;
    const words = `${kind} words`;
    return replace({ from, to: from, words: mark + words + mark }, [mark.length, mark.length + words.length]);
  }
  // One star is italic, two are bold, three are both.
  const isMarked = ({ stars }: { stars: number }) => (kind === "bold" ? stars >= 2 : stars % 2 === 1);
  const isOn = parts.every(isMarked);
  let words = "";
  let at = first.from - first.stars;
  for (const part of parts) {
    const outer = part.from - part.stars;
    const kept = isOn ? part.stars - mark.length : isMarked(part) ? part.stars : part.stars + mark.length;
    const sign = "*".repeat(kept);
    words += text.slice(at, outer) + sign + text.slice(part.from, part.to) + sign;
    at = part.to + part.stars;
  }
  const inner: [number, number] = [words.search(/[^*]/), words.replace(/\*+$/, "").length];
  return replace({ from: first.from - first.stars, to: at, words }, inner);
}

/** Makes each selected line a heading or an item of a list, or a plain line again. */
export function toggleLines(kind: LineSign, { text, from, to }: SelectedText): TextChange {
  const start = text.lastIndexOf("\n", from - 1) + 1;
  const end = text.indexOf("\n", Math.max(from, to - 1));
  const lines = text.slice(start, end === -1 ? text.length : end).split("\n");
  const sign = signs[kind];
  const isEmpty = lines.every((line) => line.trim() === "");
  const isOn = !isEmpty && lines.every((line) => line.trim() === "" || line.startsWith(sign));
  const words = lines
    .map((line) => {
      if (line.trim() === "" && !isEmpty) return line;
      return (isOn ? "" : sign) + line.replace(beginning, "");
    })
    .join("\n");
  const isLine = lines.length === 1;
  return replace({ from: start, to: start + lines.join("\n").length, words }, [
    isLine ? words.length : 0,
    words.length,
  ]);
}

/** Makes the selected words a link; without any, its words are `name`, or else the address. */
export function linkWords(address: string, { text, from, to }: SelectedText, name?: string): TextChange {
  const words = text.slice(from, to);
  const start = from + words.length - words.trimStart().length;
  const shown = words.trim() || name || address.replace(/^(?:https?:\/)?\/|^mailto:/, "");
  // A label has neither brackets nor line breaks.
  const linked = `[${shown.replaceAll(/\s*\n\s*/g, " ").replaceAll(/[[\]]/g, "")}](${address})`;
  return replace({ from: start, to: start + words.trim().length, words: linked }, [linked.length, linked.length]);
}

/**
 * The address of a link as a text has it: an address of the shop as its path, other addresses with a scheme. `shopUrl` is
 * the origin of the shop.
 */
export function completeAddress(typed: string, shopUrl: string): string {
  const address = typed.trim().replaceAll(" ", "%20").replaceAll("(", "%28").replaceAll(")", "%29");
  if (address === shopUrl || address.startsWith(`${shopUrl}/`)) return address.slice(shopUrl.length) || "/";
  if (/^(?:\/|#|[a-z]+:)/i.test(address)) return address;
  if (/^[^/@]+@[^/@]+\.[a-z]{2,}$/i.test(address)) return `mailto:${address}`;
  return /^[\w-]+(?:\.[\w-]+)+(?:[/?#:]|$)/.test(address) ? `https://${address}` : `/${address}`;
}

/** The selected words of each line, without the spaces around them, the line's sign and the stars within them. */
function splitSelection({ text, from, to }: SelectedText): { from: number; to: number }[] {
  const [begin, finish] = from === to ? wordAt(text, from) : [from, to];
  let at = begin;
  return text
    .slice(begin, finish)
    .split("\n")
    .flatMap((line) => {
      const start = at;
      at += line.length + 1;
      const isWhole = start === 0 || text[start - 1] === "\n";
      const sign = isWhole ? (beginning.exec(line)?.[0].length ?? 0) : 0;
      const words = line.slice(sign);
      const part = {
        from: start + sign + words.length - words.trimStart().length,
        to: start + sign + words.trimEnd().length,
      };
      while (part.to - part.from > 2 && text[part.from] === "*" && text[part.to - 1] === "*") {
        part.from += 1;
        part.to -= 1;
      }
      return part.to > part.from ? [part] : [];
    });
}

/** The bounds of the word at a position; both are the position between words. */
function wordAt(text: string, at: number): [number, number] {
  const before = /[\p{L}\p{M}\p{N}’'-]*$/u.exec(text.slice(0, at))?.[0].length ?? 0;
  const after = /^[\p{L}\p{M}\p{N}’'-]*/u.exec(text.slice(at))?.[0].length ?? 0;
  return [at - before, at + after];
}

/** The stars around a part that are on both sides. */
function countStars(text: string, { from, to }: { from: number; to: number }): number {
  const before = /\*{0,3}$/.exec(text.slice(Math.max(0, from - 3), from))?.[0].length ?? 0;
  const after = /^\*{0,3}/.exec(text.slice(to, to + 3))?.[0].length ?? 0;
  return Math.min(before, after);
}

/** A change whose selection is counted from the beginning of its words. */
function replace(change: Omit<TextChange, "select">, [from, to]: [number, number]): TextChange {
  return { ...change, select: [change.from + from, change.from + to] };
}
