/** Checkbox of a form that prints labels: prints one label for all orders for the same name and address. */
export function OneLabel({ isChosen = false }: { isChosen?: boolean }) {
  return (
    <label className="flex min-h-11 items-center gap-2">
      <input
        type="checkbox"
        name="together"
        value="yes"
        defaultChecked={isChosen}
        className="size-5 shrink-0 accent-action"
      />
      One label for orders for the same name and address
    </label>
  );
}
