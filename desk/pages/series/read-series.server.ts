import { listWorksOfSeries } from "#shop/catalogue/merging/list-series.server.ts";
import { findSeriesRecord } from "#shop/catalogue/merging/series-record.server.ts";
import type { Services } from "#shop/services.ts";

/** Reads a series with the values and labels of its form; null if it does not exist. `forUpdate` locks its row. */
export async function readSeriesForm(db: Services["db"], id: string, { forUpdate = false } = {}) {
  const record = await findSeriesRecord(db, id, { forUpdate });
  if (!record) return null;
  const { works, isCut } = await listWorksOfSeries(db, id);
  const { name, description } = record;
  const values: Record<string, string> = {
    name,
    description,
    ...Object.fromEntries(works.map(({ workId, number }) => [`number-${workId}`, number])),
  };
  const labels: Record<string, string> = {
    name: "Name",
    description: "Description",
    ...Object.fromEntries(works.map(({ workId, title }) => [`number-${workId}`, `Number of ${title}`])),
  };
  return { values, labels, works, isCut };
}
