/**
 * Script that forces a colour scheme, for previews at the desk: CSS media queries follow only the device's setting.
 * Runs in the head, after the stylesheets.
 */
export function colourSchemeScript(look: "light" | "dark"): string {
  return `
const choose = (rules) => {
  for (const rule of rules) {
    if (rule.media?.mediaText.includes("prefers-color-scheme"))
      rule.media.mediaText = rule.media.mediaText.replace(/\\(prefers-color-scheme: (\\w+)\\)/g, (_, which) =>
        which === ${JSON.stringify(look)} ? "(min-width: 0)" : "(max-width: 0)");
    if (rule.cssRules) choose(rule.cssRules);
  }
};
for (const sheet of document.styleSheets) choose(sheet.cssRules);
document.documentElement.style.colorScheme = ${JSON.stringify(look)};
`;
}
