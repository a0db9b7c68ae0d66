/** A form of a page, as a browser would send it. */
export interface PageForm {
  /** The values of its buttons. */
  intents: string[];
  /** Its fields with the values that they have on the page, without unchecked boxes and without lists of choices. */
  fields: Record<string, string>;
  /** All values of its radio buttons. */
  choices: string[];
}

/** Reads the forms that post from a page of the desk. */
export function readForms(html: string): PageForm[] {
  return html
    .split("<form")
    .slice(1)
    .map((rest) => {
      const [inner = ""] = rest.split("</form>");
      const form: PageForm = { intents: [], fields: {}, choices: [] };
      for (const [tag, kind] of inner.matchAll(/<(input|button)\b[^>]*>/g)) {
        const { name, value = "", type, ...flags } = readAttributes(tag);
        if (!name) continue;
        if (kind === "button") form.intents.push(value);
        else if (type === "radio") form.choices.push(value);
        if (kind === "button" || ((type === "radio" || type === "checkbox") && flags["checked"] === undefined))
          continue;
        form.fields[name] = value;
      }
      return form;
    });
}

function readAttributes(tag: string): Record<string, string> {
  return Object.fromEntries(
    [...tag.matchAll(/\s([\w-]+)(?:="([^"]*)")?/g)].map(([, name = "", value = ""]) => [name, unescapeHtml(value)]),
  );
}

function unescapeHtml(text: string): string {
  return text
    .replaceAll("&quot;", '"')
    .replaceAll("&#x27;", "'")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");
}
