import { chromium } from "@playwright/test";
const [,, base, out, ...paths] = process.argv;
const browser = await chromium.launch({ executablePath: "/usr/bin/chromium-headless-shell", args: ["--no-sandbox"] });
for (const scheme of ["light", "dark"]) for (const width of [360, 768, 1280]) {
  const page = await (await browser.newContext({ viewport: { width, height: 900 }, colorScheme: scheme })).newPage();
  for (const [i, path] of paths.entries()) { await page.goto(base + path); await page.waitForTimeout(1200); await page.screenshot({ path: `${out}-${i}-${width}-${scheme}.png` });
   if (i === 0) { await page.evaluate(() => scrollTo(0, document.body.scrollHeight)); await page.waitForTimeout(800);  await page.evaluate(() => document.querySelector('nav[aria-label="Further authors"]')?.scrollIntoView({block:"center"})); await page.waitForTimeout(500); await page.screenshot({ path: `${out}-${i}b-${width}-${scheme}.png` }); } }
  await page.context().close();
}
await browser.close();
