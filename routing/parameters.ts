const slug = "[a-z0-9-]{1,120}";
const secret = "[\\w-]{43}";
const id = "[1-9]\\d{0,14}";

/** The pattern of each path parameter, as the source of a regular expression without capturing groups. */
export const parameters = {
  addressId: `(?:new|${id})`,
  attemptId: "[0-9a-f-]{36}",
  authorId: slug,
  bookId: slug,
  categoryId: slug,
  key: secret,
  listId: slug,
  orderNumber: "[A-Z]{2,4}-\\w{10}",
  document: "[\\w-]{1,60}",
  pageId: slug,
  quotation: "QN-[1-9]\\d{0,8}",
  provider: "[a-z]{1,40}",
  readerId: id,
  secret,
  seriesId: slug,
  ticket: "EPT-\\w{8}",
  token: secret,
};

/** The query of the index of authors. `letter` is a prefix of surnames. `after` is the cursor, the id of an author. */
export const authorPages = {
  letter: { pattern: /^(?:[a-z]{1,2}|devanagari|other)$/ },
  after: { pattern: new RegExp(`^${slug}$`) },
};

export type Parameter = keyof typeof parameters;

/**
 * Whether a parameter is a slug. Slugs are lower case, so a path with capitals is another spelling of the same page.
 */
export function isSlug(parameter: string): boolean {
  return parameterSource(parameter) === slug;
}

/** The source of a parameter's regular expression, or undefined if there is no parameter of this name. */
export function parameterSource(name: string): string | undefined {
  const sources: Readonly<Record<string, string | undefined>> = parameters;
  return sources[name];
}
