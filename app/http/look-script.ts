/**
 * Makes the page light or dark, whatever the device asks for: the desk looks at both in a frame, and CSS knows the device's
 * wish alone. It runs in the head, after the style sheets.
 */
export function lookScript(look: "light" | "dark"): string {
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
