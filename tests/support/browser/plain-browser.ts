/** A browser without styles and scripts, for tests of pages over HTTP. */
import { expect } from "vitest";

import { matches, readParts, type PagePart, type PartName } from "#tests/support/pages/page-part.ts";
import { publicUrl } from "#tests/support/shop/test-services.ts";
import { visit, type TestShop } from "#tests/support/shop/test-shop.ts";

/** Values by the label of the field, or by its beginning: a text to type or choose, or true to tick. */
export type Typed = Record<string, string | true>;

/** A browser that supports HTML and cookies only: opens pages, follows links and submits forms. */
export interface PlainBrowser {
  /** The path and query of the open page. */
  readonly path: string;
  /** The status of the last answer. */
  readonly status: number;
  readonly page: PagePart;
  readonly main: PagePart;
  readonly fetch: TestShop["fetch"];
  readonly cookies: Map<string, string>;
  open: (path: string) => Promise<PagePart>;
  /** Follows the first link with this name; in the main part by default. */
  follow: (name: PartName, within?: PagePart) => Promise<PagePart>;
  /** Submits a form by its button with this name, as a browser does. */
  send: (form: PagePart, typed?: Typed, button?: PartName) => Promise<PagePart>;
}

const maxRedirects = 5;

export function plainBrowser(shop: TestShop): PlainBrowser {
  const { fetch, cookies } = visit(shop);
  let path = "/";
  let status = 0;
  let page: PagePart | null = null;

  async function load(to: string, init?: RequestInit): Promise<PagePart> {
    let [address, answer] = [to, await fetch(to, init)];
    for (let turns = 0; turns < maxRedirects && answer.headers.has("location"); turns += 1) {
      const { pathname, search } = new URL(answer.headers.get("location")!, publicUrl + address);
      address = pathname + search;
      answer = await fetch(address);
    }
    expect([address, answer.headers.get("content-type")]).toEqual([address, expect.stringContaining("text/html")]);
    path = address;
    status = answer.status;
    page = await readParts(answer);
    return page;
  }

  return {
    fetch,
    cookies,
    get path() {
      return path;
    },
    get status() {
      return status;
    },
    get page() {
      return page!;
    },
    get main() {
      return page!.first("main");
    },
    open: (to) => load(to),
    follow(name, within = page!.first("main")) {
      return load(resolve(within.link(name).href));
    },
    send(form, typed = {}, button = /^/) {
      const pressed = form.buttons(button)[0];
      if (!pressed) throw new Error(`The form has no button ${String(button)}.`);
      const fields = new URLSearchParams([...fieldsOf(form, typed), ...pairOf(pressed)]);
      const action = resolve(form.attributes.action ?? path);
      if (form.attributes.method?.toLowerCase() === "post") return load(action, { method: "POST", body: fields });
      return load(`${action.split("?")[0]}?${fields}`);
    },
  };

  function resolve(address: string): string {
    const { pathname, search } = new URL(address, publicUrl + path);
    return pathname + search;
  }
}

/** The fields that a form submits: all controls with a name, with their values or the typed ones. */
export function fieldsOf(form: PagePart, typed: Typed): [name: string, value: string][] {
  const controls = form
    .all("input", "select", "textarea")
    .filter(({ attributes }) => attributes.disabled === undefined);
  const given = new Map<PagePart, string | true>();
  for (const [label, value] of Object.entries(typed)) {
    const control = findControl(controls, label);
    const option = control.all("option").find(({ text }) => text === value);
    given.set(control, option?.attributes.value ?? value);
  }
  const chosenRadios = new Set([...given.keys()].filter(isRadio).map(({ attributes }) => attributes.name));
  return controls.flatMap((control): [string, string][] => {
    const { name, type = "text", value, checked } = control.attributes;
    if (!name || ["submit", "button", "reset"].includes(type)) return [];
    if (type !== "checkbox" && type !== "radio") return [[name, given.get(control)?.toString() ?? valueOf(control)]];
    const isOut = type === "radio" && chosenRadios.has(name) && !given.has(control);
    return given.has(control) || (checked !== undefined && !isOut) ? [[name, value ?? "on"]] : [];
  });
}

function isRadio({ attributes }: PagePart): boolean {
  return attributes.type === "radio";
}

function findControl(controls: PagePart[], label: string): PagePart {
  const found =
    controls.find((control) => matches(control.label, label)) ??
    controls.find((control) => control.label.startsWith(label));
  if (!found) throw new Error(`The form has no field “${label}”.`);
  return found;
}

/** The initial value of a control. */
function valueOf(control: PagePart): string {
  if (control.tag === "textarea") return control.rawText;
  if (control.tag !== "select") return control.attributes.value ?? "";
  const options = control.all("option");
  const chosen = options.find(({ attributes }) => attributes.selected !== undefined) ?? options[0];
  return chosen?.attributes.value ?? chosen?.text ?? "";
}

function pairOf({ attributes: { name, value = "" } }: PagePart): [string, string][] {
  return name ? [[name, value]] : [];
}
