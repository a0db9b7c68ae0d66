import { fitColours } from "#shop/kernel/look/fit-colours.ts";
import { faceNames, type Look } from "#shop/kernel/look/look.ts";
import { darkModeStyles } from "./woven-band.ts";

/** The shop's colours (`ui/tokens.css`) in hexadecimal, the only notation that all mail programs support. */
const colours = {
  paper: "#fbf8f3",
  raised: "#ffffff",
  sunk: "#f2ece1",
  ink: "#211c15",
  quiet: "#685f54",
  line: "#e3dbcf",
  action: "#4f46e5",
  onAction: "#ffffff",
};

const text =
  "font-family:Figtree,'Segoe UI',Roboto,'Helvetica Neue',Arial,'Noto Sans Devanagari','Nirmala UI',sans-serif";
const display = "font-family:Fraunces,Georgia,'Times New Roman','Noto Serif Devanagari','Nirmala UI',serif";
const figures = "font-variant-numeric:tabular-nums;white-space:nowrap";

/** Inline styles by role, because many mail programs ignore style sheets. */
export const styles = {
  paper: `background-color:${colours.paper}`,
  raised: `background-color:${colours.raised}`,
  shop: `${display};font-size:22px;line-height:24px;font-weight:600;color:${colours.ink};text-decoration:none`,
  h1: `${display};font-size:34px;line-height:40px;font-weight:400;color:${colours.ink};margin:0`,
  h2: `${display};font-size:22px;line-height:28px;font-weight:400;color:${colours.ink};margin:0`,
  body: `${text};font-size:16px;line-height:25px;color:${colours.ink};margin:0`,
  title: `${text};font-size:16px;line-height:22px;font-weight:600;color:${colours.ink}`,
  label: `${text};font-size:16px;line-height:22px;color:${colours.ink}`,
  amount: `${text};font-size:16px;line-height:22px;color:${colours.ink};${figures}`,
  total: `${text};font-size:20px;line-height:26px;font-weight:600;color:${colours.ink};${figures}`,
  quiet: `${text};font-size:14px;line-height:21px;font-weight:400;color:${colours.quiet};margin:0`,
  fact: `${text};font-size:20px;line-height:26px;font-weight:600;color:${colours.ink};margin:0`,
  box: `background-color:${colours.sunk}`,
  rule: `border-top:1px solid ${colours.line}`,
  link: `color:${colours.action};text-decoration:underline`,
  button: `${text};display:inline-block;padding:13px 26px;font-size:16px;line-height:22px;font-weight:600;color:${colours.onAction};text-decoration:none`,
  buttonGround: `background-color:${colours.action};border-radius:6px`,
  cover: `background-color:${colours.action}`,
  leaf: `border:2px solid ${colours.action}`,
};

/** Rules that inline styles cannot express: narrow screens and dark mode. `!important` overrides the inline styles. */
export const stylesheet = `:root{color-scheme:light dark;supported-color-schemes:light dark}
body{margin:0;padding:0;width:100%;-webkit-text-size-adjust:100%}
td,th,h1,h2,p,li,a{overflow-wrap:break-word;word-break:break-word}
.shop,.shop a{word-break:normal}
.h1{text-wrap:balance}
@media (max-width:619px){
.pad{padding-left:20px!important;padding-right:20px!important}
.edge{padding:0!important}
.h1{font-size:28px!important;line-height:32px!important}
.band td{height:3px!important}
.button{display:block!important;text-align:center!important}
.broad{width:100%!important}
}
@media (prefers-color-scheme:dark){
.paper{background-color:#16141a!important}
.raised{background-color:#1f1c26!important}
.box{background-color:#16141a!important}
.ink{color:#ece6db!important}
.quiet{color:#aea69b!important}
.rule{border-color:#35313d!important}
.link{color:#9c95ff!important}
.press{background-color:#9c95ff!important}
.button{color:#151322!important}
.leaf{border-color:#9c95ff!important}
${darkModeStyles}
}`;

/**
 * Gives a rendered letter the colours and the typeface of a look. They are replaced at the end, in the few places that
 * have them, because inline styles cannot refer to variables.
 */
export function applyLook(html: string, look: Look): string {
  const { light, dark, print } = fitColours(look);
  const colours = {
    "#4f46e5": light.action,
    "#9c95ff": dark.action,
    "#151322": dark["on-action"],
    "#2a3566": print.light.sheet,
    "#dca249": print.light["ink-two"],
    "#1b2142": print.dark.sheet,
    "#b9883c": print.dark["ink-two"],
  };
  let applied = html;
  for (const [delivered, own] of Object.entries(colours)) if (own) applied = applied.replaceAll(delivered, own);
  if (look.face === "fraunces") return applied;
  const generic = look.face === "figtree" ? "Arial" : "Georgia";
  return applied.replaceAll("font-family:Fraunces,Georgia", `font-family:'${faceNames[look.face]}',${generic}`);
}
