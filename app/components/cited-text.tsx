interface CitedTextProps {
  text: string;
  /** Titles that may stand in the text. */
  titles: string[];
}

/** A running text in which titles of books are set in italics. */
export function CitedText({ text, titles }: CitedTextProps) {
  // What stands before a colon is what a title is called.
  const called = titles.flatMap((title) => [title, title.split(":")[0]!]).filter(({ length }) => length > 3);
  if (called.length === 0) return text;
  const longestFirst = called.toSorted((one, other) => other.length - one.length);
  const escaped = longestFirst.map((title) => title.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  const parts = text.split(new RegExp(`(?<![\\p{L}\\p{M}])(${escaped.join("|")})(?![\\p{L}\\p{M}])`, "u"));
  return parts.map((part, index) => (index % 2 === 1 ? <cite key={index}>{part}</cite> : part));
}
