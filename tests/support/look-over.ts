import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

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
  const axe = new AxeBuilder({ page })
    .exclude("main section[id^='letter-']:nth-of-type(n+4)")
    .options({ resultTypes: ["violations"] })
    .setLegacyMode(); // without frames of other origins it needs no page of its own
  const { violations: found } = await (rule ? axe.withRules(rule) : axe).analyze();
  return found.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.html.slice(0, 160)} (${node.failureSummary})`),
  );
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

/** Looks at the page as it stands: large and light, small and dark, and as narrow as it gets. Nothing moves meanwhile. */
export async function lookOver(page: Page, what: string): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  expect.soft(await violations(page), `${what}, 1280 px, light`).toEqual([]);
  await page.setViewportSize({ width: 360, height: 780 });
  await page.emulateMedia({ colorScheme: "dark" });
  expect.soft(await violations(page), `${what}, 360 px, dark`).toEqual([]);
  await page.setViewportSize({ width: 320, height: 700 });
  expect.soft(await tooWide(page), `${what}, 320 px`).toEqual([]);
}
