/** The self-check of the sender's domain: whether other mail servers may believe that its letters are genuine. */
import { Resolver } from "node:dns/promises";

import type { Config } from "#server/config/config.ts";
import { look, well, type Finding } from "#shop/office/back-office/finding.ts";

/** Reads the TXT records of a name; an empty list if it has none. */
export type ReadTxt = (name: string) => Promise<string[]>;

const readTxt: ReadTxt = async (name) => {
  const records = await new Resolver({ timeout: 2_000, tries: 2 })
    .resolveTxt(name)
    .catch((error: NodeJS.ErrnoException) => {
      if (error.code === "ENODATA" || error.code === "ENOTFOUND") return [];
      throw error;
    });
  return records.map((parts) => parts.join(""));
};

/**
 * Looks up SPF (RFC 7208) and DMARC (RFC 7489) of the sender's domain. DKIM cannot be looked up without the selector that
 * the mail provider chose. Nothing is looked up while letters go to the shop's own mailbox.
 */
export async function examineSender(
  { mailFrom, smtpUrl }: Pick<Config, "mailFrom" | "smtpUrl">,
  read: ReadTxt = readTxt,
): Promise<Finding[]> {
  if (smtpUrl === null) return [];
  const about = "Sender’s domain";
  const domain = mailFrom.slice(mailFrom.lastIndexOf("@") + 1);
  let spf: string[];
  let dmarc: string[];
  try {
    [spf, dmarc] = await Promise.all([read(domain), read(`_dmarc.${domain}`)]);
  } catch (error) {
    return [look(about, `DNS did not answer for ${domain}: ${(error as Error).message}`, "Try again in a minute.")];
  }
  const senders = spf.filter((record) => /^v=spf1(\s|$)/i.test(record));
  const policies = dmarc.filter((record) => /^v=DMARC1\s*(;|$)/i.test(record));
  const missing = [
    ...(senders.length === 1
      ? []
      : [
          senders.length === 0
            ? `${domain} has no SPF record, which names the servers that may send for it.`
            : `${domain} has ${senders.length} SPF records, and only one is allowed: none of them counts.`,
        ]),
    ...(policies.length > 0 ? [] : [`${domain} has no DMARC record, which Gmail demands of those who write to many.`]),
  ];
  if (missing.length === 0)
    return [
      well(
        about,
        `${domain} has SPF and DMARC. Your mail provider says whether its letters are signed with DKIM as well.`,
      ),
    ];
  return [
    {
      ...look(
        about,
        missing.join(" "),
        `Your mail provider shows the DNS records to add, also those of DKIM. A DMARC record to begin with: _dmarc.${domain} TXT “v=DMARC1; p=none”.`,
      ),
      ...(policies.length === 0 && {
        copies: { "Name of the TXT record": `_dmarc.${domain}`, "Its value": "v=DMARC1; p=none" },
      }),
    },
  ];
}
