/**
 * Checks a page for accessibility and layout: axe, sizes of controls, widths and ids, at four widths and in both colour
 * schemes.
 */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { expect, type Page } from "@playwright/test";
import type axe from "axe-core";

declare global {
  interface Window {
    axe: typeof axe;
  }
}

/** The minified source of axe, because parsing half a megabyte of script takes as long as checking a page. */
const axeSource = readFileSync(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8");

/** Rules that judge each text and control on its own, and take most of axe's time. */
const costlyRules = ["color-contrast", "target-size"];

/** The frame of a page, the same on most pages: header and footer of the shop, and the menu of the desk. */
const framePart = "body > header, body > footer, .desk-menu";

/** Versions of header, footer and menu in which the costly rules found nothing. Each worker has its own set. */
const faultlessParts = new Set<string>();

/** Waits until all animations end, except endless ones and those that follow a scroll position. */
async function comeToRest(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await new Promise(requestAnimationFrame);
    const ending = document
      .getAnimations()
      .filter(
        ({ effect, timeline }) => timeline === document.timeline && effect?.getComputedTiming().endTime !== Infinity,
      );
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
}

/** Injects axe into each document of the page, once. */
async function addAxe(page: Page): Promise<void> {
  for (const frame of page.frames()) {
    if (!(await frame.evaluate(() => "axe" in window))) await frame.evaluate(axeSource);
  }
}

/**
 * The violations that axe finds, one line per element; by one rule, or by all. On the index of authors only the first
 * three letters are checked.
 */
export async function violations(page: Page, rule?: string): Promise<string[]> {
  return runAxe(page, [rule === undefined ? {} : { only: [rule] }]);
}

interface AxeRun {
  only?: string[];
  except?: string[];
  /** Indexes of the parts of the frame to leave out. */
  leftOut?: number[];
}

async function runAxe(page: Page, runs: AxeRun[]): Promise<string[]> {
  await comeToRest(page);
  await addAxe(page);
  return page.evaluate(
    async ({ runs, framePart }) => {
      const lines: string[] = [];
      for (const { only, except = [], leftOut = [] } of runs) {
        const parts = [...document.querySelectorAll(framePart)].filter((_, position) => leftOut.includes(position));
        const { violations: found } = await window.axe.run(
          { exclude: ["main section[id^='letter-']:nth-of-type(n+4)", ...parts] },
          {
            resultTypes: ["violations"],
            rules: {
              // WCAG 2.2 AA requires room around controls; in axe the rule is off by default.
              "target-size": { enabled: true },
              ...Object.fromEntries(except.map((rule) => [rule, { enabled: false }])),
            },
            ...(only && { runOnly: { type: "rule", values: only } }),
          },
        );
        for (const { id, nodes } of found)
          lines.push(...nodes.map((node) => `${id}: ${node.html.slice(0, 160)} (${node.failureSummary})`));
      }
      return lines;
    },
    { runs, framePart },
  );
}

/**
 * A fingerprint of header, footer and menu: equal if their markup and the styles of their elements are. Leaves out ids
 * that React generates and the mark of the current page, which differ between pages.
 */
function readFrame(page: Page): Promise<string[]> {
  return page.evaluate((framePart) => {
    return [...document.querySelectorAll(framePart)].map((part) => {
      const unmarked = (text: string) =>
        text.replaceAll(/_[rR]_\w+_/g, "").replaceAll(/ aria-current="\w+"| active\b/g, "");
      const looks = [part, ...part.querySelectorAll("*")].map((element) => {
        const { color, backgroundColor, fontSize, fontWeight, opacity } = getComputedStyle(element);
        const height = Math.round(element.getBoundingClientRect().height);
        return [element.tagName, color, backgroundColor, fontSize, fontWeight, opacity, height].join(" ");
      });
      const open = part.querySelectorAll(":popover-open, :modal").length;
      return JSON.stringify([unmarked(part.outerHTML), open, [...new Set(looks)].toSorted()]);
    });
  }, framePart);
}

/**
 * The runs of axe on a page in its first layout, or in a later one. A frame that all rules have already checked in this
 * layout is checked again only by the rules about the whole page: landmarks, headings and names.
 */
function chooseRuns(frame: string[], isFirst: boolean): AxeRun[] {
  const leftOut = frame.flatMap((part, position) => (faultlessParts.has(part) ? [position] : []));
  if (leftOut.length === 0 || !isFirst) return [{ leftOut }];
  return [{ except: costlyRules }, { only: costlyRules, leftOut }];
}

/** The elements that extend beyond the right edge of a page that scrolls horizontally. */
export function findWideElements(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    return [...document.querySelectorAll("main *, header *, footer *")]
      .filter((element) => element.getBoundingClientRect().right > clientWidth + 1)
      .map((element) => `${element.tagName}.${element.className} of ${scrollWidth} px`);
  });
}

/**
 * Controls smaller than a finger needs, in pixels: buttons, fields, and standalone links, whose width depends on their
 * text.
 */
function findSmallControls(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const least = 44;
    const links = "a[class*='min-h-'], nav a:not(.card-link)"; // A whole card is one link.
    const controls = `button, input:not([type=hidden]), select, textarea, summary, ${links}`;
    return [...document.querySelectorAll<HTMLElement>(controls)].flatMap((element) => {
      // Pressing its label toggles a checkbox too.
      const isTick = element.matches("[type=checkbox], [type=radio]");
      const { width, height } = (isTick ? (element.closest("label") ?? element) : element).getBoundingClientRect();
      const isSeen = element.checkVisibility({ visibilityProperty: true }) && !element.closest("[aria-hidden=true]");
      const name = element.getAttribute("aria-label") ?? element.textContent.trim().slice(0, 40);
      // At a fractional scroll position 44 pixels may be measured as 43.9999.
      const [tall, broad] = [Math.round(height * 10) / 10, Math.round(width * 10) / 10];
      return isSeen && (tall < least || (broad < least && element.tagName !== "A"))
        ? [`${element.tagName} “${name}”: ${Math.round(width)} by ${Math.round(height)}`]
        : [];
    });
  });
}

/** Ids used by several elements; axe leaves these to manual review. */
function repeatedIds(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const times = new Map<string, number>();
    for (const { id } of document.querySelectorAll("[id]")) times.set(id, (times.get(id) ?? 0) + 1);
    return [...times].flatMap(([id, count]) => (count > 1 ? [`${id} is the id of ${count} elements`] : []));
  });
}

/**
 * The faults of a page in its current state: large and light, small and dark, and at the smallest and largest width.
 */
export async function findFaults(page: Page): Promise<string[]> {
  const faults: string[] = [];
  // Content under the sticky header of a scrolled page would be covered.
  const toTop = () => page.evaluate(() => window.scrollTo({ top: 0, behavior: "instant" }));
  const note = (where: string, found: string[]) => faults.push(...found.map((fault) => `${where}: ${fault}`));
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  await toTop();
  await comeToRest(page);
  const frame = await readFrame(page);
  note("1280 px, light", await runAxe(page, chooseRuns(frame, true)));
  note("1280 px", await findWideElements(page));
  await page.setViewportSize({ width: 360, height: 780 });
  await page.emulateMedia({ colorScheme: "dark" });
  await toTop();
  note("360 px, dark", await runAxe(page, chooseRuns(frame, false)));
  if (faults.length === 0) for (const part of frame) faultlessParts.add(part);
  note("for fingers", await findSmallControls(page));
  note("360 px", await findWideElements(page));
  await page.setViewportSize({ width: 320, height: 700 });
  note("320 px", await findWideElements(page));
  await page.setViewportSize({ width: 1920, height: 900 });
  note("1920 px", await findWideElements(page));
  note("1920 px", await repeatedIds(page));
  return faults;
}

/** Expects no faults on the page in its current state. */
export async function expectNoFaults(page: Page, what: string): Promise<void> {
  expect.soft(await findFaults(page), what).toEqual([]);
}
