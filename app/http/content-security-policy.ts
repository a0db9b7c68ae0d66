import { createHash } from "node:crypto";

/** What one page may use beyond the shop itself, as the payment widget and the way to Google need. */
export interface CspHosts {
  script?: string[];
  /** Its scripts may compile WebAssembly. */
  wasm?: boolean;
  /** Hosts of a widget, which also styles the elements it makes. */
  frame?: string[];
  connect?: string[];
  image?: string[];
  /** Where a form may end up, redirects included. */
  form?: string[];
  /** Sites whose pages it shows in a frame. */
  framed?: string[];
  /** Sites that may show it in a frame. */
  ancestor?: string[];
}

const inlineScript = /<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g;

/**
 * The Content-Security-Policy of a page. Public pages are cached and sent again, so their own inline scripts are named
 * by hash; personal pages are rendered for one answer and carry a nonce.
 */
export function contentSecurityPolicy(html: string, nonce: string | undefined, hosts: CspHosts | null): string {
  const inline = nonce ? [`'nonce-${nonce}'`] : hashScripts(html);
  const rules: Record<string, string[]> = {
    "default-src": ["'none'"],
    "script-src": ["'self'", ...inline, ...(hosts?.wasm ? ["'wasm-unsafe-eval'"] : []), ...(hosts?.script ?? [])],
    "style-src": ["'self'"],
    // A widget's script writes styles into the page, as attributes and as a <style> element whose text changes with its
    // version. Such a page shows no other site's text as HTML, and scripts are still named one by one.
    ...(hosts?.frame ? { "style-src-attr": ["'unsafe-inline'"], "style-src-elem": ["'self'", "'unsafe-inline'"] } : {}),
    "img-src": ["'self'", "data:", ...(hosts?.image ?? [])],
    "font-src": ["'self'"],
    "connect-src": ["'self'", ...(hosts?.connect ?? [])],
    ...(hosts?.frame || hosts?.framed ? { "frame-src": [...(hosts.frame ?? []), ...(hosts.framed ?? [])] } : {}),
    "manifest-src": ["'self'"],
    "form-action": ["'self'", ...(hosts?.form ?? [])],
    "base-uri": ["'none'"],
    "frame-ancestors": hosts?.ancestor?.length ? hosts.ancestor : ["'none'"],
  };
  return Object.entries(rules)
    .map(([name, values]) => `${name} ${values.join(" ")}`)
    .join("; ");
}

function hashScripts(html: string): string[] {
  const hashes = [...html.matchAll(inlineScript)].map(
    ([, script]) =>
      `'sha256-${createHash("sha256")
        .update(script ?? "")
        .digest("base64")}'`,
  );
  return [...new Set(hashes)];
}
