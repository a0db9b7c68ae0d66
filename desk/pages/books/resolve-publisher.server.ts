import { findPublisherByIdOrName } from "#shop/catalogue/editing/bulk/find-publisher.server.ts";
import type { Services } from "#shop/services.ts";
import type { BookFilters } from "./read-books-query.ts";

/** The filters with the id of the publisher, which may be typed as a name. */
export interface ResolvedFilters {
  filters: BookFilters;
  /** The publisher's name; empty without this filter. */
  publisherName: string;
  /** Whether the shop has no such publisher. Then the filter keeps what was typed, and no book matches. */
  isUnknownPublisher: boolean;
}

/** Finds the publisher of the filters. */
export async function resolvePublisher(db: Services["db"], filters: BookFilters): Promise<ResolvedFilters> {
  const typed = filters.publisher;
  const publisher = await findPublisherByIdOrName(db, typed);
  return {
    filters: { ...filters, publisher: publisher?.id ?? typed },
    publisherName: publisher?.name ?? typed,
    isUnknownPublisher: typed !== "" && !publisher,
  };
}
