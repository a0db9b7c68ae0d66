import { relative, sep } from "node:path";

/**
 * Which files of the browser a module goes into. All of it goes by the module's path from the project's folder: the same
 * sources give the same files wherever the project lies.
 */

interface ModuleGraph {
  getModuleInfo: (id: string) => { importers: readonly string[] } | null;
}

const everyPage = /^app\/(root|site)\.tsx/;
/** The home page, without what is far below on it and loads late. */
const home = /^app\/routes\/home\/(?!(far-below|bundles|featured-authors|testimonials|reading-lists)\.tsx)/;
const routeModule = /^app\/(entry\.client|root|site|.*route)\.tsx?(\?|$)/;
const ofPackages = /(^|\/)node_modules\//;

/** The groups of the shop's pages, and of the desk's. */
export function createChunkGroups(project: string) {
  const pathOf = (id: string) => (id.startsWith("\0") ? id : relative(project, id).split(sep).join("/"));
  const isIn = (pattern: RegExp) => (id: string) => pattern.test(pathOf(id));
  const isHome = isIn(home);
  const isEveryPage = isIn(everyPage);

  /** Whether a module comes with every page, or with the home page and another one. */
  function isOfFirstVisit(id: string, graph: ModuleGraph): boolean {
    if (routeModule.test(pathOf(id)) || isHome(id)) return false;
    const importers = new Set<string>();
    const collect = (of: string) => {
      for (const importer of graph.getModuleInfo(of)?.importers ?? []) {
        if (importers.has(importer)) continue;
        importers.add(importer);
        collect(importer);
      }
    };
    collect(id);
    const all = [...importers];
    return all.some(isEveryPage) || all.some(isHome);
  }

  return {
    shop: [
      { name: "framework", test: isIn(ofPackages), priority: 1 },
      // What answers a press before the framework has come: it must import nothing of it.
      { name: "first-press", test: isIn(/\/(first-press|put-in-cart)\.ts/), priority: 2 },
      // What every page has, and what the home page shares with others, in one file; it holds nothing else.
      {
        name: (id: string, graph: ModuleGraph) => (isOfFirstVisit(id, graph) ? "site" : null),
        debugName: "site",
        priority: 1,
      },
      // Pages without a shelf or an address, such as a book's, load nothing of them.
      {
        name: "shared",
        test: isIn(/^(app|ui|shop|packages\/covers)\/(?!shelves\/|kernel\/regions\/|(?:\w+\/)*shelf-)/),
        minShareCount: 3,
      },
    ],
    desk: [
      { name: "framework", test: isIn(/(^|\/)node_modules\/(react|scheduler)/) },
      // What most pages are made of is one file: many small ones pack badly.
      { name: "common", test: isIn(/^(desk|ui|shop)\//), minShareCount: 25 },
    ],
  };
}
