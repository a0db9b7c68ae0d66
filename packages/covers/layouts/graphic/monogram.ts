import { mix } from "#covers/colour.ts";
import type { CoverPlan } from "#covers/cover-plan.ts";
import { ground, margin, measure, pageHeight } from "#covers/page.ts";
import { setAuthor, setTitle } from "#covers/set-parts.ts";
import { setText } from "#covers/type/set-text.ts";

const skipped = /^(the|a|an)\s+/i;
const letters = new Intl.Segmenter("en", { granularity: "grapheme" });

/** One enormous initial, with the whole title at its foot. */
export function drawMonogram(plan: CoverPlan): string {
  const { palette, key } = plan;
  const author = setAuthor(plan, measure(1040, pageHeight - margin), { fill: palette.ink, valign: "bottom" });
  const title = setTitle(plan, measure(780, author.ink.y - 48), { fill: palette.ink, valign: "bottom", maxSize: 96 });
  const letter = firstLetter(plan.title);
  const box = { x: 60, y: 90, width: 680, height: Math.min(640, title.ink.y - 150) };
  const setting = {
    face: plan.face,
    maxSize: 1400,
    align: "center",
    valign: "middle",
    maxLines: 1,
    isOrnament: true,
  } as const;
  return [
    ground(palette.ground),
    `<defs><pattern id="h${key}" width="9" height="9" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path d="M0 2H9" stroke="${mix(palette.ground, palette.ink, 0.6)}" stroke-width="2.6"/></pattern></defs>`,
    setText(letter, { ...box, x: box.x + 20, y: box.y + 20 }, { ...setting, fill: `url(#h${key})` }).svg,
    setText(letter, box, { ...setting, fill: palette.accent }).svg,
    title.svg,
    author.svg,
  ].join("");
}

function firstLetter(title: string): string {
  const bare = title.replace(skipped, "").replace(/^[^\p{L}\p{N}]+/u, "");
  const [first] = letters.segment(bare || title);
  return /^\p{N}{1,4}$/u.test(bare) ? bare : (first?.segment ?? "").toLocaleUpperCase("en");
}
