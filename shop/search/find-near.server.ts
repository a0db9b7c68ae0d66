import type { Db } from "#db/connect.ts";
import { sql, type SQL } from "#db/sql.ts";
import { respell, type TypedWord } from "./respell.ts";
import { findSomeListings, type FoundWork } from "./search-listings.server.ts";
import { inSearchTime } from "./search-time.server.ts";

const maxNear = 12;
/** Only the first words are respelled. */
const maxWords = 6;

/**
 * Looks for what may have been meant by a folded text that finds next to nothing: the nearest spelling, by words in the
 * shop, that finds something, and what it finds; or else what is found without one of the words.
 */
export async function findNear(
  db: Db,
  raw: string,
  { where, known }: { where: SQL; known: FoundWork[] },
): Promise<{ nearest: string | null; near: FoundWork[] }> {
  const isKnown = new Set(known.map(({ workId }) => workId));
  let answer: { nearest: string | null; near: FoundWork[] } = { nearest: null, near: [] };
  await inSearchTime(db, async (tx) => {
    for (const { text, isWhole } of respell(await readWords(tx, raw))) {
      if (!isWhole && known.length > 0) return;
      const found = await findSomeListings(tx, text, { where, limit: maxNear + known.length });
      const near = found.filter(({ workId }) => !isKnown.has(workId)).slice(0, maxNear);
      if (near.length === 0) continue;
      answer = { nearest: isWhole ? text : null, near };
      return;
    }
  });
  return answer;
}

/** The words of a text, each with those in the shop that are spelled somehow so. */
async function readWords(tx: Db, raw: string): Promise<TypedWord[]> {
  const { rows } = await tx.execute<TypedWord>(sql`
    select t.word, t.key,
      t.word ~ '^[0-9]+$' or length(t.word) < 3 or exists (
        select from search_words s where s.word like '%' || t.word || '%' or s.key like t.key || '%') as is_known,
      coalesce((select json_agg(json_build_object('word', s.word, 'key', s.key, 'works', s.works)) from (
        select w.word, w.key, w.works from search_words w
        where w.key % t.key order by similarity(w.key, t.key) desc, w.works desc limit 40) s), '[]') as alike
    from (select word, latin_key(word, true) as key, place
      from unnest(string_to_array(search_form(${raw.replaceAll("|", " ")}), ' ')) with ordinality given (word, place)) t
    order by t.place limit ${maxWords}`);
  return rows;
}
