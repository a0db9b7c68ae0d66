interface Ink {
  ink: string;
  name: string;
}

/** Inks by their letter in a pattern, each with the class that recolours it in dark mode. */
const inks: { n: Ink; [letter: string]: Ink } = {
  n: { ink: "#2a3566", name: "wn" },
  m: { ink: "#dca249", name: "wm" },
  r: { ink: "#b44d34", name: "wr" },
  c: { ink: "#f4e6d2", name: "wc" },
  A: { ink: "#4f46e5", name: "press" },
  W: { ink: "#ffffff", name: "raised" },
};

/** The upper half of one repeat of the stepped lozenges of an ikat pattern, twenty threads wide, with its middle. */
const half = [
  "nnnnnnnnnmmnnnnnnnnn",
  "nnnnnnnmmccmmnnnnnnn",
  "nnnnnmmccrrccmmnnnnn",
  "mnnmmccrrnnrrccmmnnm",
  "cmmccrrnnccnnrrccmmc",
];
const repeat = [...half, ...half.slice(0, -1).toReversed()];
const repeats = 5;
const selvage = "r".repeat(20 * repeats);

const lozenge = ["AAAWAAA", "AAWWWAA", "AAAWAAA", "AAAAAAA"];
/** The printed side of the shop's logo. */
const cover = ["AAAAAAA", ...lozenge, ...lozenge, ...lozenge];

/**
 * The endpaper of a letter, drawn with table cells because mail programs show no SVG and block pictures at first. It
 * has a hundred threads at any width, in few cells: each cell has forty bytes, and Gmail clips letters at 102 kB.
 * Outlook stretches empty cells, so it gets a plain band.
 */
export function weaveBand(): string {
  const rows = [selvage, ...repeat.map((row) => row.repeat(repeats)), selvage];
  return `<!--[if mso]><table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr>
<td height="44" bgcolor="${inks.n.ink}">&nbsp;</td></tr></table><![endif]-->
<!--[if !mso]><!-->
${weave(rows, "band", "100%", 4)}
<!--<![endif]-->`;
}

/** The cover of the shop's logo, 14 × 26 px; Outlook shows only the background of its cell. */
export function weaveCover(): string {
  return `<!--[if !mso]><!-->\n${weave(cover, "cover", "14px", 2)}\n<!--<![endif]-->`;
}

function weave(pattern: string[], name: string, width: string, threadPx: number): string {
  const rows = pattern.map((row) => `<tr>${weaveRow(row, threadPx)}</tr>`);
  return `<table role="presentation" class="${name}" width="${width.replace("px", "")}" cellpadding="0" cellspacing="0" border="0"
 aria-hidden="true" style="table-layout:fixed;width:${width};border-collapse:collapse;font-size:0;line-height:0">
${rows.join("\n")}
</table>`;
}

/** Merges adjacent threads of one ink into one cell, to keep the letter small. */
function weaveRow(row: string, threadPx: number): string {
  const runs = row.match(/(.)\1*/g) ?? [];
  return runs
    .map((run) => {
      const [letter = "n"] = run;
      const { ink, name } = inks[letter] ?? inks.n;
      const span = run.length > 1 ? ` colspan="${run.length}"` : "";
      return `<td height="${threadPx}" class="${name}" bgcolor="${ink}"${span}></td>`;
    })
    .join("\n");
}

/** The colours of the inks in dark mode, for the style sheet of a letter. */
export const darkModeStyles =
  ".wn{background-color:#1b2142!important}.wm{background-color:#b9883c!important}.wr{background-color:#8a4338!important}.wc{background-color:#c9bda6!important}";
