/**
 * Text without line breaks after the hyphen of `e-mail`. A non-breaking hyphen would do the same, but searches in the
 * page would miss the word.
 */
export function Unbroken({ text }: { text: string }) {
  return text.split(/(e-mails?\b)/i).map((part, index) =>
    index % 2 === 1 ? (
      <span key={index} className="whitespace-nowrap">
        {part}
      </span>
    ) : (
      part
    ),
  );
}
