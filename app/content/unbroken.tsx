/** A running text in which no line ends after the hyphen of `e-mail`. The letters stay as they are, so that it is found by searching. */
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
