import { HtmlValidate, StaticConfigLoader } from "html-validate";

const validator = new HtmlValidate(
  new StaticConfigLoader({
    extends: ["html-validate:recommended"],
    rules: {
      // React's spelling of HTML; browsers parse both alike.
      "attr-case": "off",
      "void-style": "off",
      "attribute-boolean-style": "off",
      "attribute-empty-style": "off",
      // HTML allows any first character in an id, and React's begin with an underscore.
      "valid-id": ["error", { relaxed: true }],
      // The defaults of HTML, `submit` and `text`, are intended.
      "no-implicit-button-type": "off",
      "no-implicit-input-type": "off",
      // Checkboxes of a group share a name: each ticked box sends its value.
      "form-dup-name": ["error", { shared: ["radio", "checkbox", "submit", "button", "reset"] }],
      // A phone number may wrap at its spaces on a narrow screen instead of widening the page.
      "tel-non-breaking": "off",
    },
  }),
);

/** The violations of the HTML standard in an answer. */
export async function faultsOf(answer: Response): Promise<string[]> {
  return faultsIn(await answer.text());
}

/** The violations of the HTML standard in the HTML of a page. */
export async function faultsIn(html: string): Promise<string[]> {
  const { results } = await validator.validateString(html);
  const faults = results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} (${selector})`),
  );
  return [...faults, ...(html.match(wrongTime) ?? []), ...(html.match(submittingSwitch) ?? [])];
}

// Two rules of the standard that the Nu validator knows and html-validate does not.
/** A `<time>` that is neither a date nor a UTC time with at most three decimals of a second. */
const wrongTime = /<time(?! datetime="\d{4}-\d\d-\d\d(?:T\d\d:\d\d:\d\d(?:\.\d{1,3})?Z)?")[^>]*>/gi;
/** `role="switch"` is only allowed on a button that does not submit. */
const submittingSwitch = /<button(?=[^>]*role="switch")(?![^>]*type="button")[^>]*>/g;
