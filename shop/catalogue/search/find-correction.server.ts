import type { Db } from "#db/connect.ts";
import { sql, type SQL } from "#db/sql.ts";
import { respell, type TypedWord } from "./respell.ts";
import { findSomeListings, type FoundWork } from "./search-listings.server.ts";
import { withSearchTimeout } from "./search-time.server.ts";

const maxNear = 12;
/** Upper bound on the words that are respelled. */
const maxWords = 6;

/**
 * Corrects the spelling of a folded text that finds almost nothing. `nearest` is a correction that is certain, because
 * its words are next to each other in a title or a name, and `near` contains the works that it finds. Without a certain
 * correction, `near` contains works with all words in other spellings, or else works with only those words that the
 * shop has.
 */
export async function findCorrection(
  db: Db,
  raw: string,
  { where, known }: { where: SQL; known: FoundWork[] },
): Promise<{ nearest: string | null; near: FoundWork[] }> {
  const isKnown = new Set(known.map(({ workId }) => workId));
  let nearest: string | null = null;
  let near: FoundWork[] = [];
  await withSearchTimeout(db, async (tx) => {
    for (const { text, isWhole } of respell(await readWords(tx, raw))) {
      if (!isWhole && (near.length > 0 || known.length > 0)) return;
      const { works, areTogether } = await findSomeListings(tx, text, { where, limit: maxNear + known.length });
      const others = works.filter(({ workId }) => !isKnown.has(workId)).slice(0, maxNear);
      if (others.length === 0) continue;
      const isCertain = isWhole && areTogether;
      if (near.length === 0 || isCertain) near = others;
      if (isCertain) nearest = text;
      if (isCertain || !isWhole) return;
    }
  });
  return { nearest, near };
}

/** The words of a text, each with the words of the shop that are spelled alike. */
async function readWords(tx: Db, raw: string): Promise<TypedWord[]> {
  const { rows } = await tx.execute<TypedWord>(sql`
    select t.word, t.key,
      t.word ~ '^[0-9]+$' or length(rtrim(t.word, '+#')) < 3 or exists (
        select from search_words s where s.word like '%' || t.word || '%' or s.key like t.key || '%') as is_known,
      coalesce((select json_agg(json_build_object('word', s.word, 'key', s.key, 'works', s.works)) from (
        select w.word, w.key, w.works from search_words w
        where w.key % t.key order by similarity(w.key, t.key) desc, w.works desc limit 40) s), '[]') as alike
    from (select word, latin_key(word, true) as key, place
      from unnest(string_to_array(words_for_search(${raw.replaceAll("|", " ")}), ' ')) with ordinality given (word, place)) t
    order by t.place limit ${maxWords}`);
  return rows;
}
