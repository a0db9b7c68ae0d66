/** Sets title, subtitle and author of a cover at readable sizes. */
import type { CoverPlan } from "./cover-plan.ts";
import { setText, type Box, type Setting, type SetText } from "./type/set-text.ts";

const hairSpace = 22;

/**
 * Minimum size of readable text, in pixels of the page: on a card of a phone, which is 152 px wide, 42 are about 8 px.
 */
const leastSize = 42;

type TitleSetting = Partial<Setting> & { fill: string; subtitleFill?: string };

/** Sets a title. Below it, sets the subtitle if there is space for a readable one. */
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
    maxSize: Math.min(52, title.size * 0.5),
    maxLines: 4,
    fill: setting.subtitleFill ?? setting.fill,
  });
  if (subtitle.size < leastSize) return setText(plan.title, box, style);
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

/**
 * Sets the author in spaced capitals. If these would be too small, sets plain letters. If those are also too small,
 * sets only the first of several authors.
 */
export function setAuthor(plan: CoverPlan, box: Box, setting: Partial<Setting> & { fill: string }): SetText {
  const spaced: Setting = {
    face: plan.textFace,
    maxSize: 46,
    caps: true,
    tracking: 0.09,
    leading: 1.3,
    maxLines: 3,
    ...setting,
  };
  const plain: Setting = { ...spaced, caps: false, tracking: 0, leading: 1.15 };
  const [first, ...others] = plan.author.split(/, | & /);
  const ways: [text: string, style: Setting][] = [
    [plan.author, spaced],
    [plan.author, plain],
    ...(others.length > 0 ? ([[`${first}, …`, plain]] as [string, Setting][]) : []),
  ];
  const set = ways.map(([text, style]) => setText(text, box, style));
  return set.find(({ size }) => size >= leastSize) ?? set.toSorted((a, b) => b.size - a.size)[0]!;
}

/** Sets the subtitle alone, for layouts that place it apart from the title; empty if it would be unreadable. */
export function setSubtitle(plan: CoverPlan, box: Box, setting: Partial<Setting> & { fill: string }): SetText {
  const subtitle = setText(plan.subtitle, box, {
    face: plan.textFace,
    maxSize: 50,
    leading: 1.18,
    maxLines: 4,
    ...setting,
  });
  return subtitle.size < leastSize
    ? setText("", box, { face: plan.textFace, maxSize: 40, fill: setting.fill })
    : subtitle;
}

/** The lower limit of the box of a title. It is lower for a long title. */
export function titleFloor(plan: CoverPlan, floor: number): number {
  return floor + Math.min(Math.max(plan.title.length - 50, 0) * 2.2, 230);
}
