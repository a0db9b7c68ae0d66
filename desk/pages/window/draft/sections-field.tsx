import { useState } from "react";

import { OrderedList } from "#desk/components/picking/ordered-list.tsx";
import { moveTo } from "#desk/components/picking/move-to.ts";
import { readField, useFormInput } from "#desk/components/picking/use-form-input.ts";
import { sectionNames, type HomeSection } from "#shop/office/storefront/sections.ts";
import { Checkbox } from "#ui/checkbox.tsx";
import { readSections, writeSections } from "./draft-form.ts";

interface SectionsFieldProps {
  /** Values of the form by field name. */
  values: Record<string, string>;
  /** The button that was just used without scripts, such as `up code`; empty for none. */
  move: string;
}

/** The sections of home in their order, each with a box that shows it. Without scripts, moving one saves the form. */
export function SectionsField({ values, move }: SectionsFieldProps) {
  const [sections, setSections] = useState(() => readSections(values.sections ?? ""));
  const written = writeSections(sections);
  const fieldset = useFormInput(written, (form) => {
    const typed = readField(form, "sections");
    if (typed !== written) setSections(readSections(typed));
  });
  return (
    <fieldset ref={fieldset} className="min-w-0 border-t border-line pt-4">
      <legend className="float-left text-title font-semibold">Sections</legend>
      <p className="clear-both mb-3 max-w-measure pt-1 text-quiet">
        Between the welcome at the top and the newsletter at the end. A section without content is hidden, even if it is
        ticked.
        <span className="without-script"> Moving a section also saves the window.</span>
      </p>
      {/* Not of the type "hidden": the desk stores and fills in the fields that can be typed into. */}
      <input hidden readOnly name="sections" value={written} />
      <OrderedList
        label="Sections"
        rows={sections.map((section) => ({
          key: section,
          name: sectionNames[section],
          content: (
            <Checkbox name={`shown-${section}`} value="yes" defaultChecked={values[`shown-${section}`] === "yes"}>
              {sectionNames[section]}
            </Checkbox>
          ),
        }))}
        onMove={(from, to) => setSections(moveTo(sections, from, to))}
        submits={(section, way) => ({ name: "move", value: `${way} ${section}` })}
        focused={focusAfter(move, sections)}
      />
    </fieldset>
  );
}

/** The button to focus after a move without scripts: the pressed one, or the other one at an end of the list. */
function focusAfter(move: string, sections: HomeSection[]): { key: string; way: "up" | "down" } | null {
  const [way, key = ""] = move.split(" ");
  const place = sections.findIndex((section) => section === key);
  if (place < 0) return null;
  const isUp = place === sections.length - 1 || (way === "up" && place > 0);
  return { key, way: isUp ? "up" : "down" };
}
