interface CitedTextProps {
  text: string;
  /** Titles that may occur in the text. */
  titles: string[];
}

/** Text in which titles of books are set in italics. */
export function CitedText({ text, titles }: CitedTextProps) {
  // Texts often cite a title without its subtitle, so the part before the colon matches too.
  const called = titles.flatMap((title) => [title, ...title.split(":", 1)]).filter(({ length }) => length > 3);
  if (called.length === 0) return text;
  const longestFirst = called.toSorted((one, other) => other.length - one.length);
  const escaped = longestFirst.map((title) => title.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  const parts = text.split(new RegExp(`(?<![\\p{L}\\p{M}])(${escaped.join("|")})(?![\\p{L}\\p{M}])`, "u"));
  return parts.map((part, index) => (index % 2 === 1 ? <cite key={index}>{part}</cite> : part));
}
