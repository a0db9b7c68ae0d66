/**
 * Moves the focus to the next (`step` 1) or previous (-1) row of the page's lists and tables that has a link. The focus
 * is on the link of the row, so Enter opens it. Rows inside other rows are passed over.
 */
export function moveToRow(step: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>("main :is(tbody tr, li):not(:is(li, tr) *, nav *)")]
    .map((row) => ({ row, link: linkOf(row) }))
    .filter(({ link }) => link?.checkVisibility());
  const at = rows.findIndex(({ row }) => row.contains(document.activeElement));
  const next = rows[at === -1 ? (step === 1 ? 0 : rows.length - 1) : at + step]?.link;
  if (!next) return;
  next.dataset.byKey = "";
  next.focus({ preventScroll: true });
  next.closest("li, tr")?.scrollIntoView({ block: "nearest" });
}

/** The link that a row is about: the one of its name, else its button, else the first. */
function linkOf(row: HTMLElement): HTMLAnchorElement | null {
  return (
    row.querySelector<HTMLAnchorElement>("a.row-link, a:has(.row-link)") ??
    row.querySelector<HTMLAnchorElement>("a.button") ??
    row.querySelector<HTMLAnchorElement>("a[href]")
  );
}
