import { fixedPages } from "#app/content/fixed-pages/fixed-pages.ts";
import type { LinkTarget } from "#desk/components/forms/formatted-text-area.tsx";
import { pagePath } from "#shop/office/pages/page.ts";

const ofEveryShop: LinkTarget[] = [
  { path: "/", label: "Home" },
  { path: "/best-sellers", label: "Best sellers" },
  { path: "/special-offers", label: "Special offers" },
  { path: "/this-week", label: "This week’s table" },
  { path: "/reading-lists", label: "Reading lists" },
  { path: "/categories", label: "All categories" },
  { path: "/authors", label: "Authors" },
  { path: "/newsletter", label: "Newsletter" },
  ...Object.entries(fixedPages).map(([id, { title }]) => ({ path: `/${id}`, label: title })),
];

/** The pages of the shop that a link is most likely to lead to, with the bookseller's own. */
export function listLinkTargets(own: { id: string; title: string }[]): LinkTarget[] {
  return [...ofEveryShop, ...own.map(({ id, title }) => ({ path: pagePath(id), label: title }))];
}
