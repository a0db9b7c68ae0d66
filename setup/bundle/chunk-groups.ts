import { relative, sep } from "node:path";

/**
 * Decides which browser file a module is bundled into. The decision depends only on the path relative to the project,
 * so that equal sources give equal files wherever the project is.
 */

interface ModuleGraph {
  getModuleInfo: (id: string) => { importers: readonly string[] } | null;
}

const everyPage = /^app\/(entry\.client|root|site)\.tsx/;
/** Matches the modules of the home page, without those that are loaded late (`below-hero.tsx`). */
const home = /^app\/routes\/home\/(route|hero)\.tsx/;
const routeModule = /^app\/(entry\.client|root|site|.*route)\.tsx?(\?|$)/;
const ofPackages = /(^|\/)node_modules\//;

/** Creates the groups of modules, for the pages of the shop and for those of the desk. */
export function createChunkGroups(project: string) {
  const pathOf = (id: string) => (id.startsWith("\0") ? id : relative(project, id).split(sep).join("/"));
  const isIn = (pattern: RegExp) => (id: string) => pattern.test(pathOf(id));
  const isHome = isIn(home);
  const isEveryPage = isIn(everyPage);

  /** Whether a module is used by every page, or by the home page. */
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
      // This module handles clicks before the framework is loaded, so it must not import the framework.
      { name: "first-press", test: isIn(/\/(first-press|put-in-cart)\.ts/), priority: 2 },
      // One file for the modules that every page uses, and for those that the home page shares with other pages.
      {
        name: (id: string, graph: ModuleGraph) => (isOfFirstVisit(id, graph) ? "site" : null),
        debugName: "site",
        priority: 1,
      },
      // Excludes modules of shelves and address forms, so that pages without these, such as a book's page, do not load
      // them.
      {
        name: "shared",
        test: isIn(/^(app|ui|shop|packages\/covers)\/(?!shelves\/|kernel\/regions\/|(?:\w+\/)*shelf-)/),
        minShareCount: 3,
      },
    ],
    desk: [
      { name: "framework", test: isIn(/(^|\/)node_modules\/(react|scheduler)/) },
      // The modules of most pages are in one file, because many small files compress worse.
      { name: "common", test: isIn(/^(desk|ui|shop)\//), minShareCount: 25 },
    ],
  };
}
