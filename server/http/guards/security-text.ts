import type { Services } from "#shop/services.ts";

const goodForDays = 180;

/**
 * The file security.txt (RFC 9116): the contact for reports of vulnerabilities. It expires half a year after the
 * request.
 */
export function securityText({ settings, now }: Pick<Services, "settings" | "now">): Response {
  const expires = new Date(now().getTime() + goodForDays * 24 * 3600 * 1000);
  expires.setUTCHours(0, 0, 0, 0);
  const lines = [
    `Contact: mailto:${settings.seller.email}`,
    `Expires: ${expires.toISOString().replace(".000Z", "Z")}`,
    "Preferred-Languages: en",
    `Canonical: ${settings.publicUrl}/.well-known/security.txt`,
  ];
  const headers = { "content-type": "text/plain; charset=utf-8", "cache-control": "public, max-age=86400" };
  return new Response(`${lines.join("\n")}\n`, { headers });
}
