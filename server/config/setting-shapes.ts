import { z } from "zod";

import { isLoopback } from "#server/network/loopback.ts";

export const httpUrl = (example: string) =>
  z.url({ protocol: /^https?$/, error: `must be a web address such as ${example}` });

/** For addresses that receive keys or payments: https, except on this machine. */
export const safeUrl = (example: string) =>
  httpUrl(example).refine((url) => !URL.canParse(url) || url.startsWith("https:") || isLoopback(url), {
    error: "must start with https://, unless it is on this machine",
  });

export const secret = z.string().min(8, "must have at least 8 characters");
