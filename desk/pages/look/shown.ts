/** The page of the shop beside the form, its width and its colour scheme, as the address names them. */
export interface Shown {
  page: "home" | "opening" | "book" | "cart" | "bill" | "email";
  width: "phone" | "wide";
  scheme: "light" | "dark";
}

export const pageNames: [Shown["page"], string][] = [
  ["home", "Home"],
  ["opening", "Before opening"],
  ["book", "A book"],
  ["cart", "Cart"],
  ["bill", "Bill"],
  ["email", "E-mail"],
];
export const widthNames: [Shown["width"], string][] = [
  ["phone", "Phone"],
  ["wide", "Wide"],
];
export const schemeNames: [Shown["scheme"], string][] = [
  ["light", "Light"],
  ["dark", "Dark"],
];

/** Reads what to show; anything unknown is home, wide and light. */
export function readShown(query: URLSearchParams): Shown {
  const page = pageNames.find(([name]) => name === query.get("page"))?.[0] ?? "home";
  return {
    page,
    width: query.get("width") === "phone" ? "phone" : "wide",
    scheme: query.get("scheme") === "dark" ? "dark" : "light",
  };
}
