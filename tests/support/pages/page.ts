/** The parts of a page that tests compare, so that a failure does not print the whole page. */
export interface ReadPage {
  status: number;
  headers: Headers;
  title: string;
  canonical: string | null;
  /** The texts of the headings, in order. */
  headings: { level: number; text: string }[];
  /** The sources of the inline scripts. */
  inlineScripts: string[];
  /** Every address on the page: links, forms, images, scripts. */
  addresses: string[];
  /** The address of the link to the next page of books. */
  nextAddress: string | undefined;
  has: (text: string) => boolean;
}

/** Reads an answer as a page. */
export async function readPage(response: Response): Promise<ReadPage> {
  const html = await response.text();
  const text = plain(html);
  return {
    status: response.status,
    headers: response.headers,
    title: plain(/<title>(.*?)<\/title>/s.exec(html)?.[1] ?? ""),
    canonical: /<link(?=[^>]*rel="canonical")[^>]*href="([^"]*)"/.exec(html)?.[1] ?? null,
    headings: [...html.matchAll(/<h([1-6])[^>]*>(.*?)<\/h\1>/gs)].map(([, level, inside]) => ({
      level: Number(level),
      text: plain(inside!),
    })),
    inlineScripts: [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(([, script]) => script!),
    addresses: [...html.matchAll(/(?:href|src|action|content)="([^"]*)"/g)].map(([, address]) => plain(address!)),
    nextAddress: nextOf(html),
    has: (wanted) => text.includes(wanted),
  };
}

/** The directives of a Content Security Policy. */
export function policyOf(headers: Headers): Map<string, string[]> {
  const policy = headers.get("content-security-policy") ?? "";
  return new Map(
    policy.split("; ").map((rule) => {
      const [name, ...values] = rule.split(" ");
      return [name!, values];
    }),
  );
}

function nextOf(html: string): string | undefined {
  const address = /<a(?=[^>]*rel="next")[^>]*href="([^"]*)"/.exec(html)?.[1];
  return address && plain(address);
}

function plain(html: string): string {
  return html
    .replace(/<script[\s\S]*?<\/script>/g, "")
    .replace(/<[^>]*>/g, "")
    .replaceAll("&#x27;", "'")
    .replaceAll("&quot;", '"')
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");
}
