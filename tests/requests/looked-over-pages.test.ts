import { expect, test } from "vitest";

import { deskRoutes, type DeskRoute } from "#desk/desk-routes.ts";
import { deskPlaces } from "#tests/support/places/desk-places.ts";
import {
  coreDeskPlaces,
  corePlaces,
  countChecks,
  otherDeskPlaces,
  otherPlaces,
} from "#tests/support/browser/checked-places.ts";
import { places } from "#tests/support/places/places.ts";
import { listRouteExamples } from "#tests/support/places/route-examples.ts";

test("core and other journeys together look over every place of the shop and the desk, each once", () => {
  expect([...countChecks()].filter(([, times]) => times !== 1)).toEqual([]);
  const looked = [corePlaces, coreDeskPlaces, ...[...otherPlaces, ...otherDeskPlaces].map(({ names }) => names)].flat();
  expect(looked.toSorted()).toEqual([...Object.keys(places), ...Object.keys(deskPlaces)].toSorted());
  expect(corePlaces.length + coreDeskPlaces.length).toBe(10);
});

test("every page of the desk that can be opened is a place of the desk", () => {
  // These two redirect when signed in; both have a journey of their own.
  const leadsOn = ["/sign-in", "/auth/google/callback"];
  const pages = Object.entries<DeskRoute>(deskRoutes).filter(([, { file }]) => file.endsWith(".tsx"));
  const paths = pages.map(([path]) => path).filter((path) => !leadsOn.includes(path));
  const lookedOver = new Set(Object.keys(deskPlaces).map((name) => name.split(",")[0]!));
  expect(paths.filter((path) => !lookedOver.has(path))).toEqual([]);
});

test("every public page without a parameter is a place of the shop", () => {
  const pages = listRouteExamples().filter(({ path, route }) => route.access === "public" && !path.includes(":"));
  const names = pages.map(({ path }) => path.slice(1).replaceAll("-", " ") || "home");
  expect(names.filter((name) => !(name in places))).toEqual([]);
});
