import { createStore } from "#app/client/storage/store.ts";

const cookie = /(?:^|; )ex-libris=([\w-]+)/;
const seconds = 30 * 24 * 3600;

/** The name that this browser keeps, for components; empty on the server. */
export const plateName = createStore("", () => plateName.set(readPlateName()));

/** The name that this browser keeps for the bookplates of its next order; empty if there is none. */
export function readPlateName(): string {
  try {
    const value = cookie.exec(document.cookie)?.[1] ?? "";
    const bytes = Uint8Array.from(atob(value.replaceAll("-", "+").replaceAll("_", "/")), (one) => one.charCodeAt(0));
    const { name } = JSON.parse(new TextDecoder().decode(bytes)) as { name?: unknown };
    return typeof name === "string" ? name : "";
  } catch {
    return "";
  }
}

/** Keeps a typed name, which the cart reads and cleans; an empty one changes nothing. */
export function keepPlateName(name: string): void {
  const kept = name.trim();
  if (kept === "" || kept === readPlateName()) return;
  const bytes = new TextEncoder().encode(JSON.stringify({ kind: "mine", name: kept }));
  const value = btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
  const secure = location.protocol === "https:" ? "; Secure" : "";
  document.cookie = `ex-libris=${value}; Path=/; Max-Age=${seconds}; SameSite=Lax${secure}`;
  plateName.set(kept);
}
