/** Table of counts. */
export function CountsTable({ counts }: { counts: [label: string, count: number][] }) {
  return (
    <table className="desk-table mt-3 max-w-measure">
      <thead className="sr-only">
        <tr>
          <th scope="col">What</th>
          <th scope="col">How many</th>
        </tr>
      </thead>
      <tbody>
        {counts.map(([label, count]) => (
          <tr key={label}>
            <td>{label}</td>
            <td className="text-right! whitespace-nowrap tabular-nums">{count.toLocaleString("en-IN")}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
