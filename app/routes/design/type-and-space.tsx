/** Style guide: font sizes and spacings. */
import { Chapter, Specimen } from "./specimen.tsx";

const headings = [
  { name: "text-hero, the home page alone", className: "font-display text-hero", words: "Your next great read" },
  { name: "text-h1", className: "font-display text-h1", words: "A page's title" },
  { name: "text-h2", className: "font-display text-h2", words: "A section's title" },
  { name: "text-h3", className: "font-display text-h3", words: "A smaller section" },
  { name: "text-title", className: "font-display text-title", words: "A book on its card" },
  { name: "italics for series and subtitles", className: "font-display text-lead italic", words: "Slow pages" },
];

const texts = [
  { name: "text-lead", className: "text-lead", words: "The sentence under a title, set in Figtree." },
  {
    name: "text-body",
    className: "",
    words: "Everything functional. Figures stand in columns: ₹1,11,111.00, ₹8,88,888.00.",
  },
  {
    name: "text-small, the smallest there is",
    className: "text-small text-quiet",
    words: "Authors on cards, hints, notes.",
  },
  {
    name: "reading",
    className: "reading",
    words: "What a book is about is set in Fraunces, 66 characters to a line, with room between the lines.",
  },
  {
    name: "prose",
    className: "prose",
    words: "Long reading, as in excerpts and the shop's own pages, is set in Literata.",
  },
  { name: "Devanagari, titles: Tiro", className: "text-h2 font-display", words: "पहली हिन्दी शेल्फ़", language: "hi" },
  { name: "Devanagari, text: Mukta", className: "text-body", words: "धर्मवीर भारती, फणीश्वरनाथ रेणु", language: "hi" },
];

/** All font sizes, each in its typeface. */
export function TypeChapter() {
  return (
    <Chapter
      id="type"
      title="Type"
      words="Fraunces is for titles, Figtree for functional text, Literata for long texts. Sizes grow with the window from 360 to 1240 px."
    >
      {headings.map(({ name, className, words }) => (
        <Specimen key={name} name={name} isWide>
          <p className={className}>{words}</p>
        </Specimen>
      ))}
      {texts.map(({ name, className, words, language }) => (
        <Specimen key={name} name={name} isWide>
          <p className={className} lang={language}>
            {words}
          </p>
        </Specimen>
      ))}
    </Chapter>
  );
}

const steps = [4, 8, 16, 24, 32, 48, 64, 96, 128];

/** All spacings, multiples of 8 px and one half. */
export function SpaceChapter() {
  return (
    <Chapter
      id="space"
      title="Space"
      words="Multiples of 8 px, and 4 px once. Sections are 64 px apart on a phone, and 128 px on a wide screen; the column is at most 1240 px wide."
    >
      {steps.map((step) => (
        <Specimen key={step} name={`${step} px`}>
          <svg width={step} height="16" aria-hidden="true">
            <rect width={step} height="16" className="fill-marigold" />
          </svg>
        </Specimen>
      ))}
    </Chapter>
  );
}
