import { hash } from "node:crypto";

/** Hosts that one page may use in addition to the shop's own, such as those of the payment widget and of Google. */
export interface CspHosts {
  script?: string[];
  /** Whether the page's scripts may compile WebAssembly. */
  wasm?: boolean;
  /** Hosts of a widget's frames; the widget may also add styles to the page. */
  frame?: string[];
  connect?: string[];
  image?: string[];
  /** Hosts to which a form may be submitted or redirected. */
  form?: string[];
  /** Hosts whose pages this page shows in a frame, without the rights of a widget. */
  framed?: string[];
  /** Hosts that may show the page in a frame. */
  ancestor?: string[];
}

/**
 * Builds the Content-Security-Policy of a page. Public pages are cached, so their inline scripts are allowed by hash;
 * personal pages are rendered for one response and have a nonce.
 */
export function contentSecurityPolicy(html: string, nonce: string | undefined, hosts: CspHosts | null): string {
  const inline = nonce ? [`'nonce-${nonce}'`] : hashScripts(html);
  const rules: Record<string, string[]> = {
    "default-src": ["'none'"],
    "script-src": ["'self'", ...inline, ...(hosts?.wasm ? ["'wasm-unsafe-eval'"] : []), ...(hosts?.script ?? [])],
    "style-src": ["'self'"],
    // The widget's script adds style attributes and a <style> element whose text changes with its version, so hashes
    // cannot list them. Such a page renders no foreign HTML, and scripts still need a hash or nonce.
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
  return [...new Set(inlineScripts(html))].map((script) => `'sha256-${hash("sha256", script, "base64")}'`);
}

/** The texts of the scripts without `src`. Not by a regular expression, which takes longer on a large page. */
function inlineScripts(html: string): string[] {
  const scripts: string[] = [];
  for (let at = html.indexOf("<script"); at !== -1; at = html.indexOf("<script", at + 1)) {
    const start = html.indexOf(">", at) + 1;
    if (!html.slice(at, start).includes(" src=")) scripts.push(html.slice(start, html.indexOf("</script>", start)));
  }
  return scripts;
}
