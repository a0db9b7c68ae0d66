/** The settings of a text with lines such as `NAME=value`. */
export function settingsIn(text: string): Record<string, string> {
  return Object.fromEntries([...text.matchAll(/^([A-Z][A-Z0-9_]+)=(.*)$/gm)].map(([, name, value]) => [name!, value!]));
}
