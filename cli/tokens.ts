/** The commands `tokens list`, `tokens make` and `tokens end`, for the API tokens of tills and suppliers. */

import { isScope, scopes, type Scope } from "#shop/outlets/api/scopes.ts";
import { endToken, listTokens, makeToken, type ApiToken } from "#shop/outlets/api/tokens.server.ts";
import { shortMoment } from "#shop/kernel/dates/dates.ts";
import { command, formatTable, record, UsageError } from "./command.ts";

const maxDays = 3650;
const scopeLabels = Object.keys(scopes).join(",");

function stateOf({ endedAt, expiresAt }: ApiToken, now: Date): string {
  if (endedAt) return `ended ${shortMoment(endedAt)}`;
  if (!expiresAt) return "until it is ended";
  return `${new Date(expiresAt) > now ? "until" : "expired"} ${shortMoment(expiresAt)}`;
}

export const tokensList = command({
  name: "tokens list",
  positionals: "",
  description: "Lists the tokens of tills and suppliers: the rights and the last use of each.",
  options: {},
  async run({ services: { db, now } }) {
    const tokens = await listTokens(db);
    const rows = tokens.map((token) => [
      token.name,
      token.scopes.join(", "),
      shortMoment(token.createdAt),
      token.usedAt ? shortMoment(token.usedAt) : "never",
      stateOf(token, now()),
    ]);
    return {
      data: tokens,
      lines:
        rows.length > 0 ? formatTable(["Name", "May", "Made", "Last used", "Works"], rows) : ["There are no tokens."],
    };
  },
});

export const tokensMake = command({
  name: "tokens make",
  positionals: "NAME",
  description: "Makes a token for a till or a supplier, and shows it once.",
  options: {
    scope: { type: "string", value: "SCOPES", description: `what it may do: ${scopeLabels}` },
    expires: {
      type: "string",
      value: "DAYS",
      description: "days until it expires; it does not expire by default",
    },
  },
  example: "front-till --scope stock:write --expires 365",
  async run(context) {
    const { positionals, options } = context;
    const [name] = positionals;
    if (!/^[a-z0-9-]{1,40}$/.test(name))
      throw new UsageError(
        "NAME may have at most 40 small letters, digits and hyphens, such as: tokens make front-till",
      );
    const chosen = readScopes(options.scope);
    const days = options.expires === undefined ? null : Number(options.expires);
    if (days !== null && (!Number.isInteger(days) || days < 1 || days > maxDays))
      throw new UsageError(`--expires must be a whole number of days from 1 to ${maxDays}.`);
    const made = await record(
      context,
      (services) => makeToken(services, { name, scopes: chosen, days }),
      (made) =>
        made
          ? {
              action: "programs.make-token",
              words: `Made the token ${name}.`,
              subject: `token ${name}`,
              after: { scopes: chosen, expiresAt: made.token.expiresAt },
            }
          : null,
    );
    if (!made)
      throw new UsageError(`There is a token ${name}. End it first (tokens end ${name}), or choose another name.`);
    return {
      data: { ...made.token, secret: made.secret },
      lines: [
        made.secret,
        "",
        `This is the token ${name}. Copy it now: the shop keeps no copy and cannot show it again.`,
        ...chosen.map((scope) => `It may ${scopes[scope]}.`),
      ],
    };
  },
});

export const tokensEnd = command({
  name: "tokens end",
  positionals: "NAME",
  description: "Ends a token; requests with it are refused from then on.",
  options: {},
  example: "front-till",
  async run(context) {
    const [name] = context.positionals;
    const isEnded = await record(
      context,
      (services) => endToken(services, name),
      (isEnded) =>
        isEnded ? { action: "programs.end-token", words: `Ended the token ${name}.`, subject: `token ${name}` } : null,
    );
    if (!isEnded) throw new UsageError(`There is no active token ${name}. See: npm run shop -- tokens list`);
    return { data: { name }, lines: [`The token ${name} is ended.`] };
  },
});

function readScopes(given: string | undefined): Scope[] {
  const words = given === undefined ? [] : [...new Set(given.split(",").map((word) => word.trim()))];
  const unknown = words.find((word) => !isScope(word));
  if (words.length === 0 || unknown !== undefined) {
    const listed = Object.entries(scopes).map(([scope, meaning]) => `\n  ${scope}  ${meaning}`);
    throw new UsageError(
      `${unknown === undefined ? "Give the scopes of the token with --scope" : `There is no scope "${unknown}"`}. Scopes, with commas between them:${listed.join("")}`,
    );
  }
  return words.filter(isScope);
}
