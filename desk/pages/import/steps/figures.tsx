/** Counts in one line, without zeros; what was refused is marked. */
export function Figures({ counts }: { counts: [label: string, count: number][] }) {
  const shown = counts.filter(([, count]) => count > 0);
  if (shown.length === 0) return <p className="mt-2">Nothing would change.</p>;
  return (
    <ul className="mt-2 flex flex-wrap gap-x-8 gap-y-2">
      {shown.map(([label, count]) => (
        <li key={label} className={/^(?:refused|not undone)$/.test(label) ? "text-vermilion" : undefined}>
          <span className="text-title font-semibold tabular-nums">{count.toLocaleString("en-IN")}</span> {label}
        </li>
      ))}
    </ul>
  );
}
