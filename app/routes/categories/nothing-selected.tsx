import { Endpaper } from "#ui/endpaper.tsx";

/** What stands where the books will be. */
export function NothingSelected() {
  return (
    <Endpaper
      pattern="jali"
      inks="chai"
      className="grid place-items-center px-4 py-14 max-lg:order-first lg:sticky lg:top-6 lg:h-[min(38rem,100vh-3rem)] lg:self-start"
    >
      <div className="label max-w-narrow px-8 py-9">
        <h2 className="text-h3">Select a category</h2>
        <p className="mt-2">Choose a category from the list to view related books.</p>
      </div>
    </Endpaper>
  );
}
