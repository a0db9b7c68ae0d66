/** The form of the look. As long as the owner chooses, the page beside it follows. */
import { useEffect, useRef, useState } from "react";

import { BothVersions } from "#desk/components/forms/both-versions.tsx";
import { Form } from "#desk/components/forms/form.tsx";
import type { ActionError } from "#desk/http/action-error.ts";
import { SettingPicture } from "#desk/pages/settings/setting-picture.tsx";
import { fitColours } from "#shop/kernel/look/fit-colours.ts";
import type { Look } from "#shop/kernel/look/look.ts";
import { lookGroup as group } from "#shop/office/settings/look-fields.ts";
import type { SettingField } from "#shop/office/settings/setting-fields.ts";
import { Button } from "#ui/button.tsx";
import { LookPreview } from "./look-preview.tsx";
import type { Shown } from "./shown.ts";
import { SettingChoice, SettingColour, SettingTick } from "./look-fields.tsx";

interface LookFormProps {
  /** The published values by field name, and those that fill the form. */
  values: Record<string, string>;
  filled: Record<string, string>;
  /** Whether the form is filled with a look that is not the published one. */
  isAsked: boolean;
  /** The look that the form is filled with. */
  look: Look;
  /** The names of the settings that the environment sets. */
  locked: string[];
  publicUrl: string;
  pass: string;
  book: string | null;
  isOpen: boolean;
  shown: Shown;
  trouble: ActionError | null;
}

const labels = Object.fromEntries(group.fields.map(({ name, label }) => [name, label]));
/** Sent by the button that shows the form's look in the preview without publishing it. */
export const showIntent = "look.show";

/** How long after the last change the preview waits, in ms, because a colour is dragged. */
const settlesMs = 250;

export function LookForm({ values, filled, isAsked, look, locked, trouble, ...preview }: LookFormProps) {
  const [chosen, setChosen] = useState(look);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const showButton = useRef<HTMLButtonElement>(null);
  const filledKey = JSON.stringify(filled);
  const [shownKey, setShownKey] = useState(filledKey);
  // An earlier look was chosen, or the published one changed.
  if (filledKey !== shownKey) {
    setShownKey(filledKey);
    setChosen(look);
  }
  useEffect(() => () => clearTimeout(timer.current), []);
  const follow = (form: HTMLFormElement) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setChosen(lookOf(new FormData(form), look)), settlesMs);
  };
  // A picture has to be sent before it can be shown.
  const show = () => showButton.current?.form?.requestSubmit(showButton.current);
  const fieldOf = (name: SettingField["name"]) => ({
    field: group.fields.find((field) => field.name === name)!,
    value: trouble?.values[name] ?? filled[name] ?? "",
    isLocked: locked.includes(name),
    error: trouble?.errors[name],
  });
  const fitted = fitColours(chosen);
  return (
    <div className="grid items-start gap-8 lg:grid-cols-[21rem_minmax(0,1fr)]">
      <div>
        <BothVersions trouble={trouble} now={values} labels={labels} />
        <Form
          method="post"
          encType="multipart/form-data"
          key={filledKey}
          className="grid gap-6"
          onChange={(event) => follow(event.currentTarget)}
        >
          <input type="hidden" name="group" value={group.id} />
          <input type="hidden" name="was" value={JSON.stringify(values)} />
          <div className="grid gap-5 sm:grid-cols-2 lg:grid-cols-1">
            <SettingColour
              {...fieldOf("LOOK_COLOUR")}
              fitted={fitted.isColourDarkened ? (fitted.light.action ?? null) : null}
            />
            <SettingColour
              {...fieldOf("LOOK_ACCENT")}
              fitted={fitted.isAccentDarkened ? (fitted.light["marigold-text"] ?? null) : null}
              isForWords
            />
          </div>
          <SettingChoice {...fieldOf("LOOK_FACE")} sample="face" />
          <SettingChoice {...fieldOf("LOOK_PATTERN")} sample="pattern" print={fitted.print} />
          <SettingChoice {...fieldOf("LOOK_DENSITY")} />
          <SettingPicture {...fieldOf("LOOK_LOGO")} onChosen={show}>
            <SettingTick {...fieldOf("LOOK_LOGO_ALONE")} />
          </SettingPicture>
          <SettingPicture {...fieldOf("LOOK_ICON")} onChosen={show} />
          <div className="desk-save">
            <Button name="intent" value="settings.save">
              Publish
            </Button>
            <Button ref={showButton} variant="outline" name="intent" value={showIntent}>
              Show first
            </Button>
            {isAsked && (
              <a href="/look" className="link inline-flex min-h-11 items-center">
                Back to the published look
              </a>
            )}
          </div>
        </Form>
      </div>
      <LookPreview {...preview} look={chosen} asked={isAsked ? filled : {}} />
    </div>
  );
}

/** The look that a form describes; a locked field is not in the form. */
function lookOf(form: FormData, before: Look): Look {
  const of = (name: SettingField["name"], otherwise: string) => {
    const value = form.get(name);
    return typeof value === "string" && value !== "" ? value : otherwise;
  };
  return {
    ...before,
    colour: of("LOOK_COLOUR", before.colour),
    accent: of("LOOK_ACCENT", before.accent),
    face: of("LOOK_FACE", before.face) as Look["face"],
    pattern: of("LOOK_PATTERN", before.pattern) as Look["pattern"],
    density: of("LOOK_DENSITY", before.density) as Look["density"],
    logo: form.has("LOOK_LOGO.remove") ? null : of("LOOK_LOGO", before.logo ?? "") || null,
    isNameInLogo: form.get("LOOK_LOGO_ALONE") === "yes",
  };
}
