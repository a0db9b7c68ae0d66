import { HtmlValidate, StaticConfigLoader } from "html-validate";

const validator = new HtmlValidate(
  new StaticConfigLoader({
    extends: ["html-validate:recommended"],
    rules: {
      // How React spells HTML; browsers read both spellings as the same.
      "attr-case": "off",
      "void-style": "off",
      "attribute-boolean-style": "off",
      "attribute-empty-style": "off",
      // HTML lets an id begin with anything, and React's begin with an underscore.
      "valid-id": ["error", { relaxed: true }],
      // HTML's own defaults, `submit` and `text`, are what is meant where nothing is said.
      "no-implicit-button-type": "off",
      "no-implicit-input-type": "off",
      // Boxes to tick that belong together share a name: each that is ticked sends its value.
      "form-dup-name": ["error", { shared: ["radio", "checkbox", "submit", "button", "reset"] }],
      // A phone number may break at its spaces on a narrow screen rather than push the page wide.
      "tel-non-breaking": "off",
    },
  }),
);

/** What the HTML standard has against a page. */
export async function faultsOf(answer: Response): Promise<string[]> {
  return faultsIn(await answer.text());
}

/** Like `faultsOf`, of a page that was read already. */
export async function faultsIn(html: string): Promise<string[]> {
  const { results } = await validator.validateString(html);
  const faults = results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} (${selector})`),
  );
  return [...faults, ...(html.match(wrongTime) ?? []), ...(html.match(submittingSwitch) ?? [])];
}

// Two rules of the standard that html-validate does not know and the Nu validator does.
/** A `<time>` that is neither a day nor a moment with at most three digits of a second's fraction. */
const wrongTime = /<time(?! datetime="\d{4}-\d\d-\d\d(?:T\d\d:\d\d:\d\d(?:\.\d{1,3})?Z)?")[^>]*>/gi;
/** `role="switch"` belongs on a button that sends nothing. */
const submittingSwitch = /<button(?=[^>]*role="switch")(?![^>]*type="button")[^>]*>/g;
