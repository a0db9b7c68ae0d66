import { z } from "zod";

import type { SocialLink } from "#shop/services.ts";

const page = (example: string) =>
  z
    .string()
    .trim()
    .refine((given) => isPage(given), { error: `must be the address of your page there, such as ${example}` })
    .optional();

/** The shop's pages on social networks; the footer links to those that are set. */
export const socialSettings = {
  SOCIAL_INSTAGRAM: page("https://www.instagram.com/yourshop"),
  SOCIAL_FACEBOOK: page("https://www.facebook.com/yourshop"),
  SOCIAL_YOUTUBE: page("https://www.youtube.com/@yourshop"),
};

/** The links that are set, in the order in which the footer shows them. */
export function readSocialLinks(read: z.infer<z.ZodObject<typeof socialSettings>>): SocialLink[] {
  const links = [
    { network: "Instagram" as const, url: read.SOCIAL_INSTAGRAM },
    { network: "Facebook" as const, url: read.SOCIAL_FACEBOOK },
    { network: "YouTube" as const, url: read.SOCIAL_YOUTUBE },
  ];
  return links.flatMap(({ network, url }) => (url === undefined ? [] : [{ network, url: new URL(url).href }]));
}

/** Requires https, no password, and a path, because the front page of a network is not the shop's page. */
function isPage(given: string): boolean {
  if (!URL.canParse(given)) return false;
  const { protocol, username, password, pathname } = new URL(given);
  return protocol === "https:" && username === "" && password === "" && pathname !== "/";
}
