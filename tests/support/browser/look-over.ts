/** What is wrong with a page for eyes and fingers: axe, sizes, widths and ids, at four widths and in both colour schemes. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { expect, type Page } from "@playwright/test";
import type axe from "axe-core";

declare global {
  interface Window {
    axe: typeof axe;
  }
}

/** Minified: reading half a megabyte of script is as much work as looking at a page. */
const axeSource = readFileSync(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8");

/** Rules that judge each text and each control by itself, and that most of axe's time goes into. */
const costlyRules = ["color-contrast", "target-size"];

/** What surrounds the content of a page, at the shop and at the desk, and is the same on most pages. */
const framePart = "body > header, body > footer, .desk-menu";

/** Header, footer and menu in the states in which the costly rules found nothing in them. Each worker has its own. */
const faultlessParts = new Set<string>();

/** Resolves when nothing on the page moves or fades any more; what never ends of itself is not waited for. */
async function comeToRest(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await new Promise(requestAnimationFrame);
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
}

/** Brings axe into each document of the page, once. */
async function addAxe(page: Page): Promise<void> {
  for (const frame of page.frames()) {
    if (!(await frame.evaluate(() => "axe" in window))) await frame.evaluate(axeSource);
  }
}

/** What axe finds, one line for each element; by one rule, or by all. Of the authors, three letters stand for all. */
export async function violations(page: Page, rule?: string): Promise<string[]> {
  return runAxe(page, [rule === undefined ? {} : { only: [rule] }]);
}

interface AxeRun {
  only?: string[];
  except?: string[];
  /** Positions of the parts of the frame that are left out. */
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
              // WCAG 2.2 AA asks for room around what is pressed; axe leaves it out unless it is asked.
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
 * Header, footer and menu as they are shown: equal when their markup is, and the looks that their elements have. Ids that
 * React counts differ from page to page, and so does the link that is marked as the page that is open.
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
 * What axe is asked on a page in its first layout and in any further one. What stands in a header is seen in each layout once
 * by all rules, and is judged again with each page as a part of the whole: by its landmarks, headings and names.
 */
function chooseRuns(frame: string[], isFirst: boolean): AxeRun[] {
  const leftOut = frame.flatMap((part, position) => (faultlessParts.has(part) ? [position] : []));
  if (leftOut.length === 0 || !isFirst) return [{ leftOut }];
  return [{ except: costlyRules }, { only: costlyRules, leftOut }];
}

/** Elements that stand out of the page on the right when it can be scrolled sideways. */
export function tooWide(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    return [...document.querySelectorAll("main *, header *, footer *")]
      .filter((element) => element.getBoundingClientRect().right > clientWidth + 1)
      .map((element) => `${element.tagName}.${element.className} of ${scrollWidth} px`);
  });
}

/** What is smaller than a finger needs, in px: buttons, fields, and links that stand by themselves, which are as wide as their words. */
function tooSmall(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const least = 44;
    const links = "a[class*='min-h-'], nav a:not(.card-link)"; // all of a card is its link
    const controls = `button, input:not([type=hidden]), select, textarea, summary, ${links}`;
    return [...document.querySelectorAll<HTMLElement>(controls)].flatMap((element) => {
      // A box to tick is pressed by its words too.
      const isTick = element.matches("[type=checkbox], [type=radio]");
      const { width, height } = (isTick ? (element.closest("label") ?? element) : element).getBoundingClientRect();
      const isSeen = element.checkVisibility({ visibilityProperty: true }) && !element.closest("[aria-hidden=true]");
      const name = element.getAttribute("aria-label") ?? element.textContent.trim().slice(0, 40);
      // Where a page is scrolled by a part of a pixel, 44 of them may be 43.9999.
      const [tall, broad] = [Math.round(height * 10) / 10, Math.round(width * 10) / 10];
      return isSeen && (tall < least || (broad < least && element.tagName !== "A"))
        ? [`${element.tagName} “${name}”: ${Math.round(width)} by ${Math.round(height)}`]
        : [];
    });
  });
}

/** Ids that several elements bear, which axe leaves to a person's judgement. */
function repeatedIds(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const times = new Map<string, number>();
    for (const { id } of document.querySelectorAll("[id]")) times.set(id, (times.get(id) ?? 0) + 1);
    return [...times].flatMap(([id, count]) => (count > 1 ? [`${id} is the id of ${count} elements`] : []));
  });
}

/** What is wrong with the page as it stands: large and light, small and dark, and as narrow as it gets. */
export async function findFaults(page: Page): Promise<string[]> {
  const faults: string[] = [];
  // What lies under the header of a page that was scrolled is only behind it.
  const toTop = () => page.evaluate(() => window.scrollTo({ top: 0, behavior: "instant" }));
  const note = (where: string, found: string[]) => faults.push(...found.map((fault) => `${where}: ${fault}`));
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  await toTop();
  await comeToRest(page);
  const frame = await readFrame(page);
  note("1280 px, light", await runAxe(page, chooseRuns(frame, true)));
  note("1280 px", await tooWide(page));
  await page.setViewportSize({ width: 360, height: 780 });
  await page.emulateMedia({ colorScheme: "dark" });
  await toTop();
  note("360 px, dark", await runAxe(page, chooseRuns(frame, false)));
  if (faults.length === 0) for (const part of frame) faultlessParts.add(part);
  note("for fingers", await tooSmall(page));
  note("360 px", await tooWide(page));
  await page.setViewportSize({ width: 320, height: 700 });
  note("320 px", await tooWide(page));
  await page.setViewportSize({ width: 1920, height: 900 });
  note("1920 px", await tooWide(page));
  note("1920 px", await repeatedIds(page));
  return faults;
}

/** Says that the page has no faults as it stands. Nothing moves meanwhile. */
export async function lookOver(page: Page, what: string): Promise<void> {
  expect.soft(await findFaults(page), what).toEqual([]);
}
