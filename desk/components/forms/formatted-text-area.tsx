/** A field for formatted text, with buttons and keys that write its signs (`parse-formatted-text.ts`). */
import { useEffect, useId, useRef, useState, type ComponentProps, type KeyboardEvent } from "react";

import { Button, buttonClass } from "#ui/button.tsx";
import { TextArea, TextField } from "#ui/field.tsx";
import { changeText, selectedText } from "./change-text.ts";
import { completeAddress, linkWords, toggleLines, toggleMark, type TextChange } from "./format-text.ts";

/** A page of the shop to which a text can link. */
export interface LinkTarget {
  path: string;
  label: string;
}

/** The keys that work with Ctrl while the field has the focus; there K makes a link instead of opening the search. */
const keys = { b: "bold", i: "italic", k: "link" } as const;

interface FormattedTextAreaProps extends Omit<ComponentProps<typeof TextArea>, "id" | "ref"> {
  /** The pages of the shop that the field for a link's address suggests. */
  targets: LinkTarget[];
  /** The origin of the shop. */
  shopUrl: string;
  /** Whether links lead to pages of the shop only. */
  isForShopLinks?: boolean;
  /** Opens the list of the fields that the text can have; absent if it can have none. */
  onFields?: () => void;
}

/** A text area with buttons that format what is selected in it. Without scripts there are no buttons. */
export function FormattedTextArea({
  targets,
  shopUrl,
  isForShopLinks = false,
  onFields,
  ...rest
}: FormattedTextAreaProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  const id = useId();
  const [isLinking, setIsLinking] = useState(false);
  const change = (format: (selected: ReturnType<typeof selectedText>) => TextChange) => {
    if (area.current) changeText(area.current, format(selectedText(area.current)));
  };
  const formats = {
    bold: () => change((selected) => toggleMark("bold", selected)),
    italic: () => change((selected) => toggleMark("italic", selected)),
    link: () => setIsLinking((isOpen) => !isOpen),
    heading: () => change((selected) => toggleLines("heading", selected)),
    list: () => change((selected) => toggleLines("list", selected)),
  };
  const press = (event: KeyboardEvent) => {
    const format = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && Reflect.get(keys, event.key);
    if (!format) return;
    event.preventDefault();
    formats[format as keyof typeof formats]();
  };
  return (
    // In the order of the Tab key; the label is shown first.
    <div className="formatted-field">
      <div className="format-bar needs-script">
        <div role="group" aria-label="Format the text" className="flex flex-wrap">
          <FormatButton label="Bold" shortcut="B" onClick={formats.bold}>
            <b>B</b>
          </FormatButton>
          <FormatButton label="Italic" shortcut="I" onClick={formats.italic}>
            <i className="font-display">I</i>
          </FormatButton>
          <FormatButton label="Link" shortcut="K" onClick={formats.link} isOpen={isLinking} />
          <FormatButton label="Heading" onClick={formats.heading} />
          <FormatButton label="List" onClick={formats.list} />
          {onFields && <FormatButton label="Field" onClick={onFields} />}
        </div>
        {isLinking && (
          <LinkForm
            targets={targets}
            hint={isForShopLinks ? "A page of the shop" : "A page of the shop, or any address"}
            onClose={(address) => {
              setIsLinking(false);
              area.current?.focus();
              if (address !== null)
                change((selected) => linkWords(completeAddress(address, shopUrl), selected, nameOf(address, targets)));
            }}
          />
        )}
      </div>
      <TextArea {...rest} id={id} ref={area} className="formatted-text" onKeyDown={press} />
    </div>
  );
}

const nameOf = (address: string, targets: LinkTarget[]) => targets.find(({ path }) => path === address.trim())?.label;

interface FormatButtonProps {
  label: string;
  /** The key that works with Ctrl. */
  shortcut?: string;
  /** Whether what the button opens is open; absent for a button that opens nothing. */
  isOpen?: boolean;
  onClick: () => void;
  children?: ComponentProps<"button">["children"];
}

function FormatButton({ label, shortcut, isOpen, onClick, children }: FormatButtonProps) {
  return (
    <button
      type="button"
      className="format-button"
      aria-label={children ? label : undefined}
      aria-keyshortcuts={shortcut && `Control+${shortcut}`}
      aria-expanded={isOpen}
      title={shortcut ? `${label} (Ctrl+${shortcut})` : undefined}
      onClick={onClick}
    >
      {children ?? label}
    </button>
  );
}

interface LinkFormProps {
  targets: LinkTarget[];
  hint: string;
  /** Called with the address, or with null if there shall be no link. */
  onClose: (address: string | null) => void;
}

/** Asks where a link leads. Its field has no name, so that the form around it does not send it. */
function LinkForm({ targets, hint, onClose }: LinkFormProps) {
  const listId = useId();
  const field = useRef<HTMLInputElement>(null);
  const set = () => onClose(field.current?.value.trim() || null);
  useEffect(() => field.current?.focus(), []);
  return (
    <div className="flex flex-wrap items-end gap-3 border-t border-line p-3">
      <div className="min-w-0 flex-1 basis-56">
        <TextField
          ref={field}
          label="Where the link leads"
          hint={hint}
          list={listId}
          onKeyDown={(event) => {
            if (event.key === "Escape") onClose(null);
            if (event.key !== "Enter") return;
            // It would send the form.
            event.preventDefault();
            set();
          }}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
        <datalist id={listId}>
          {targets.map(({ path, label }) => (
            <option key={path} value={path}>
              {label}
            </option>
          ))}
        </datalist>
      </div>
      <Button type="button" variant="outline" onClick={set}>
        Link
      </Button>
      <button type="button" className={buttonClass("quiet")} onClick={() => onClose(null)}>
        Cancel
      </button>
    </div>
  );
}
