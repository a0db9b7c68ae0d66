import { expandPath } from "#routing/find-route.ts";
import type { Parameter } from "#routing/parameters.ts";
import type { Route } from "#routing/route.ts";
import { routes } from "#routing/routes.ts";

/** A value for each path parameter; those of the catalogue exist in the demonstration. */
const examples: Record<Parameter, string> = {
  addressId: "new",
  attemptId: "0b1f4c1e-5d3a-4c55-9d0b-0123456789ab",
  authorId: "satyajit-ray",
  bookId: "mindful-reading",
  categoryId: "fiction",
  key: "k".repeat(43),
  listId: "summer",
  orderNumber: "EP-0123456789",
  document: "bill",
  pageId: "school-orders",
  provider: "razorpay",
  quotation: "QN-1",
  readerId: "7",
  secret: "s".repeat(43),
  seriesId: "foundation",
  ticket: "EPT-01234567",
  token: "t".repeat(43),
};

export function exampleOf(path: string, values: Partial<Record<Parameter, string>> = {}): string {
  return path.replaceAll(/:(\w+)/g, (_, name: string) => ({ ...examples, ...values })[name as Parameter]);
}

/** A route with one of its paths, and an address that matches it. */
export interface RouteExample {
  path: string;
  address: string;
  route: Route;
}

/** Every route, with an address for each of its paths. */
export function listRouteExamples(values: Partial<Record<Parameter, string>> = {}): RouteExample[] {
  return Object.entries<Route>(routes).flatMap(([path, route]) =>
    expandPath(path).map((one) => ({ path: one, address: exampleOf(one, values), route })),
  );
}
