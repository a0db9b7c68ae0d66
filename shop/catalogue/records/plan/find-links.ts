/** Finds the author, series and publisher of a record, and adds missing ones to the plan. */
import { textIn } from "#shop/catalogue/records/record-fields.ts";
import { nameKey } from "#shop/catalogue/books/match-key.ts";
import { detectScript } from "#shop/kernel/text/detect-script.ts";
import type { BookRecord } from "#shop/catalogue/fields/book-record.ts";
import type { RecordContributor } from "#shop/catalogue/fields/record-values.ts";
import { newEntity, type Entity } from "#shop/catalogue/records/entity.ts";
import { identifierKey, idsOfName, type KnownRecords } from "#shop/catalogue/records/known-records.ts";
import type { Fields } from "#shop/catalogue/fields/field-values.ts";

/** The known rows, and the new names and identifiers found during planning. */
interface Finding {
  known: KnownRecords;
  newIdentifiers: { scheme: string; value: string; authorId: string }[];
  newNames: NewName[];
}

/** An author's name in another script, from a record. */
export interface NewName {
  authorId: string;
  script: string;
  name: string;
}

/**
 * The author of a record: by an identifier, otherwise by a name in any script, unless the identifiers differ. Of
 * several authors with this name, it prefers those in `present`, the people of the work.
 */
export function findAuthor(
  { known, newIdentifiers, newNames }: Finding,
  person: RecordContributor,
  present: ReadonlySet<string>,
): Entity {
  const keys = person.identifiers.map(identifierKey);
  const byNumber = keys.map((key) => known.authorByIdentifier.get(key)).find(Boolean);
  const key = nameKey(person.name);
  const written = [person.name, ...(person.otherNames ?? [])];
  const namesakes = [...new Set(written.flatMap((name) => known.authorsByName.get(nameKey(name)) ?? []))];
  const theirOwn = namesakes.length > 1 ? namesakes.filter(({ id }) => present.has(id)) : [];
  const byName = [...theirOwn, ...namesakes].find(({ id }) => {
    const theirs = [...(known.identifiers.get(id) ?? [])];
    return person.identifiers.every(({ scheme, value }) =>
      theirs.every((other) => !other.startsWith(`${scheme}:`) || other === `${scheme}:${value}`),
    );
  });
  const author = byNumber ?? byName ?? addAuthor(known, person, key);
  for (const identifier of person.identifiers) {
    const number = identifierKey(identifier);
    if (known.authorByIdentifier.has(number)) continue;
    known.authorByIdentifier.set(number, author);
    known.identifiers.set(author.id, (known.identifiers.get(author.id) ?? new Set()).add(number));
    newIdentifiers.push({ ...identifier, authorId: author.id });
  }
  if (person.biography && author.now.bio === "") author.now.bio = person.biography;
  for (const name of written) nameInScript(known, newNames, author, name);
  return author;
}

/** Adds a name in a script in which the author has none, unless another author has this name. */
function nameInScript(known: KnownRecords, newNames: NewName[], author: Entity, name: string) {
  const script = detectScript(name);
  const names = known.otherNames.get(author.id) ?? new Map<string, string>();
  if (script === null || script === detectScript(textIn(author.now, "name")) || names.has(script)) return;
  const key = nameKey(name);
  const namesakes = known.authorsByName.get(key) ?? [];
  if (namesakes.some(({ id }) => id !== author.id)) return;
  known.otherNames.set(author.id, names.set(script, name));
  known.authorsByName.set(key, [author]);
  newNames.push({ authorId: author.id, script, name });
}

function addAuthor(known: KnownRecords, person: RecordContributor, key: string): Entity {
  const id = freeId(idsOfName(person.name), known.taken.author);
  const author = newEntity(id, {
    name: person.name,
    sort_name: person.sortName,
    name_key: key,
    bio: person.biography ?? "",
  });
  known.authors.set(id, author);
  known.authorsByName.set(key, [...(known.authorsByName.get(key) ?? []), author]);
  return author;
}

/** The series of this name, added if needed. */
export function findSeries({ known }: Finding, name: string): Entity {
  const key = nameKey(name);
  const found = known.seriesByName.get(key);
  if (found) return found;
  const series = newEntity(freeId(idsOfName(name), known.taken.series), { name, name_key: key, description: "" });
  known.seriesByName.set(key, series);
  return series;
}

/** The publisher fields of an edition: the imprint if there is one, linked to its publishing house. */
export function publisherFields({ known }: Finding, { publisher, publisherGroup }: BookRecord): Fields {
  if (!publisher) return {};
  const house =
    publisherGroup && nameKey(publisherGroup) !== nameKey(publisher) ? findPublisher(known, publisherGroup) : null;
  const found = findPublisher(known, publisher);
  if (house && found.before === null && house.now.parent_id !== found.id) found.now.parent_id = house.id;
  return { publisher: found.now.name ?? publisher, publisher_id: found.id };
}

function findPublisher(known: KnownRecords, name: string): Entity {
  const key = nameKey(name);
  const found = known.publisherByName.get(key);
  if (found) return found;
  const publisher = newEntity(freeId(idsOfName(name), known.taken.publisher), {
    name,
    name_key: key,
    parent_id: null,
  });
  known.publisherByName.set(key, publisher);
  return publisher;
}

function freeId(candidates: string[], taken: Set<string>): string {
  const id = candidates.find((candidate) => !taken.has(candidate)) ?? candidates.at(-1)!;
  taken.add(id);
  return id;
}
