/** The settings of a text that has one a line, such as `NAME=value`. */
export function settingsIn(text: string): Record<string, string> {
  return Object.fromEntries([...text.matchAll(/^([A-Z][A-Z0-9_]+)=(.*)$/gm)].map(([, name, value]) => [name!, value!]));
}
