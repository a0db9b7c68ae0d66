import { expect, type Page } from "@playwright/test";
import axe from "axe-core";

declare global {
  interface Window {
    axe: typeof axe;
  }
}

/** Resolves when nothing on the page moves or fades any more; what never ends of itself is not waited for. */
async function comeToRest(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await new Promise(requestAnimationFrame);
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
}

/** What axe finds, one line for each element. Of the authors, three letters stand for all. */
export async function violations(page: Page, rule?: string): Promise<string[]> {
  await comeToRest(page);
  // Once a document: reading half a megabyte of script is as much work as looking at a page.
  for (const frame of page.frames()) {
    if (!(await frame.evaluate(() => "axe" in window))) await frame.evaluate(axe.source);
  }
  return page.evaluate(async (only) => {
    const { violations: found } = await window.axe.run(
      { exclude: ["main section[id^='letter-']:nth-of-type(n+4)"] },
      {
        resultTypes: ["violations"],
        // WCAG 2.2 AA asks for room around what is pressed; axe leaves it out unless it is asked.
        rules: { "target-size": { enabled: true } },
        ...(only && { runOnly: { type: "rule", values: [only] } }),
      },
    );
    return found.flatMap(({ id, nodes }) =>
      nodes.map((node) => `${id}: ${node.html.slice(0, 160)} (${node.failureSummary})`),
    );
  }, rule);
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
  note("1280 px, light", await violations(page));
  await page.setViewportSize({ width: 360, height: 780 });
  await page.emulateMedia({ colorScheme: "dark" });
  await toTop();
  note("360 px, dark", await violations(page));
  note("for fingers", await tooSmall(page));
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
