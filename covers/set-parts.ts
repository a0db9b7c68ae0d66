import type { CoverPlan } from "./cover-plan.ts";
import { setText, type Box, type Setting, type SetText } from "./type/set-text.ts";

const hairSpace = 22;

type TitleSetting = Partial<Setting> & { fill: string; subtitleFill?: string };

/** A title with its subtitle below it, where there is room to read it. */
export function setTitle(plan: CoverPlan, box: Box, setting: TitleSetting): SetText {
  const style: Setting = { face: plan.face, maxSize: 150, ...setting };
  if (!plan.subtitle) return setText(plan.title, box, style);
  const top = { ...style, valign: "top" as const };
  const title = setText(plan.title, { ...box, height: box.height * 0.74 }, top);
  const gap = Math.max(hairSpace, title.size * 0.3);
  const room = {
    ...box,
    y: title.ink.y + title.ink.height + gap,
    height: Math.max(box.y + box.height - title.ink.y - title.ink.height - gap, 1),
  };
  const subtitle = setText(plan.subtitle, room, {
    ...top,
    face: subtitleFace(plan),
    caps: false,
    tracking: 0,
    leading: 1.16,
    maxSize: Math.min(44, title.size * 0.46),
    maxLines: 4,
    fill: setting.subtitleFill ?? setting.fill,
  });
  if (subtitle.size < 23) return setText(plan.title, box, style);
  const slack = box.y + box.height - subtitle.ink.y - subtitle.ink.height;
  return join(title, subtitle, style.valign === "bottom" ? slack : style.valign === "middle" ? slack / 2 : 0);
}

function subtitleFace(plan: CoverPlan): Setting["face"] {
  const pairs: Partial<Record<Setting["face"], Setting["face"]>> = {
    serif: "serifItalic",
    elegant: "elegantItalic",
    round: "roundText",
    poster: "elegantItalic",
    didone: "elegant",
  };
  return pairs[plan.face] ?? plan.textFace;
}

function join(first: SetText, second: SetText, down: number): SetText {
  const left = Math.min(first.ink.x, second.ink.x);
  const right = Math.max(first.ink.x + first.ink.width, second.ink.x + second.ink.width);
  return {
    svg: first.moved(down).svg + second.moved(down).svg,
    size: first.size,
    lines: [...first.lines, ...second.lines],
    ink: {
      x: left,
      y: first.ink.y + down,
      width: right - left,
      height: second.ink.y + second.ink.height - first.ink.y,
    },
    moved: (further) => join(first, second, down + further),
  };
}

/** The author's name in tracked capitals, on one line or two. */
export function setAuthor(plan: CoverPlan, box: Box, setting: Partial<Setting> & { fill: string }): SetText {
  return setText(plan.author, box, {
    face: plan.textFace,
    maxSize: 42,
    caps: true,
    tracking: 0.09,
    leading: 1.3,
    maxLines: 3,
    ...setting,
  });
}

/** The subtitle on its own, for layouts that set the title apart; empty when it would be too small to read. */
export function setSubtitle(plan: CoverPlan, box: Box, setting: Partial<Setting> & { fill: string }): SetText {
  const subtitle = setText(plan.subtitle, box, {
    face: plan.textFace,
    maxSize: 40,
    leading: 1.18,
    maxLines: 4,
    ...setting,
  });
  return subtitle.size < 23 ? setText("", box, { face: plan.textFace, maxSize: 40, fill: setting.fill }) : subtitle;
}

/** How far down a title may reach: further when it is long. */
export function titleFloor(plan: CoverPlan, floor: number): number {
  return floor + Math.min(Math.max(plan.title.length - 50, 0) * 2.2, 230);
}

/** "Series name, 2" in the author's voice but quieter; empty for a book that stands alone. */
export function setSeries(plan: CoverPlan, box: Box, setting: Partial<Setting> & { fill: string }): string {
  if (!plan.series) return "";
  const text = plan.position === null ? plan.series : `${plan.series} \u00b7 ${plan.position}`;
  return setText(text, box, { face: plan.textFace, maxSize: 30, tracking: 0.03, maxLines: 1, ...setting }).svg;
}
