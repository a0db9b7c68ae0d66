/** Renders the content of a letter as an HTML e-mail in the shop's design. */

import { cleanText } from "#shop/kernel/text/clean-text.ts";
import { escapeHtml, foldLines, markLanguages } from "./html-text.ts";
import type { LetterBook, LetterBooks, LetterContent, LetterLink, LetterShop } from "./letter-content.ts";
import { plainWords, type Piece, type TextBlock } from "#shop/kernel/text/formatted-text.ts";
import { applyLook, stylesheet, styles } from "./letter-style.ts";
import { weaveBand, weaveCover } from "./woven-band.ts";

const layout = 'role="presentation" cellpadding="0" cellspacing="0" border="0"';

/** Invisible characters that keep an inbox from showing the letter's first words after the preheader. */
const filler = "&#847;&zwnj;&nbsp; ".repeat(60);

/** Renders a letter as HTML for mail programs: tables, inline styles, no pictures, at most 600 px wide. */
export function renderHtml(letter: LetterContent, shop: LetterShop): string {
  const { books, address, note } = letter;
  const parts = [
    setGreeting(letter),
    letter.facts.length > 0 && setFacts(letter.facts),
    letter.action && setAction(letter.action),
    books && setBooks(books),
    address && setSection(address.heading, address.lines.map(markLanguages).join("<br>\n")),
    letter.links.length > 0 && paragraph("body", letter.links.map(setLink).join("<br>\n"), "line-height:32px"),
    note && paragraph("body", markLanguages(note)),
    paragraph("body", `With good wishes,<br>\n${markLanguages(cleanText(shop.name))}`),
  ];
  const html = foldLines(`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no">
<title>${escapeHtml(letter.subject)}</title>
<style>
${stylesheet}
</style>
</head>
<body class="paper" style="margin:0;padding:0;${styles.paper}">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all" aria-hidden="true">${escapeHtml(letter.preheader)} ${filler}</div>
<table ${layout} width="100%" class="paper" style="${styles.paper}"><tr><td class="edge" align="center" style="padding:28px 16px 0">
<!--[if mso]><table ${layout} width="600"><tr><td><![endif]-->
<table ${layout} width="100%" style="width:100%;max-width:600px;text-align:left">
<tr><td>
${weaveBand()}
</td></tr>
<tr><td class="raised pad" style="${styles.raised};padding:26px 44px 8px">
${renderHead(letter, shop)}
</td></tr>
${parts
  .filter((part) => typeof part === "string")
  .map(setRow)
  .join("\n")}
<tr><td class="raised" height="44" style="${styles.raised};font-size:0;line-height:44px">&nbsp;</td></tr>
<tr><td class="pad" style="padding:24px 44px 48px">
${setFooter(letter, shop)}
</td></tr>
</table>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr></table>
</body>
</html>
`);
  return applyLook(html, shop.look);
}

function setRow(part: string): string {
  return `<tr><td class="raised pad" style="${styles.raised};padding:28px 44px 0">\n${part}\n</td></tr>`;
}

/** The logo (an open cover with its blank leaf), the shop's name, and the letter's reference. */
function renderHead({ reference }: LetterContent, { name, publicUrl, look }: LetterShop): string {
  const about = reference ? `<p class="quiet" style="${styles.quiet}">${markLanguages(reference)}</p>` : "";
  // A logo would be a picture, so the name alone stands for it.
  const mark =
    look.logo === null
      ? `<td width="14" height="26" class="press" bgcolor="#4f46e5" style="${styles.cover};font-size:0;line-height:0">${weaveCover()}</td>
<td width="11" class="leaf" style="${styles.leaf};border-left:0;font-size:0;line-height:0">&nbsp;</td>
`
      : "";
  return `<table ${layout} width="100%"><tr>
${mark}<td class="shop" style="padding-left:${mark ? 10 : 0}px"><a href="${escapeHtml(publicUrl)}" class="ink" style="${styles.shop}">${markLanguages(cleanText(name))}</a></td>
<td align="right" style="padding-left:12px">${about}</td>
</tr></table>`;
}

function setGreeting({ heading, greeting, paragraphs }: LetterContent): string {
  const button = paragraphs.find((one) => typeof one !== "string" && "label" in one);
  const words = [...(greeting === undefined ? [] : [greeting]), ...paragraphs].map((one) => {
    if (typeof one === "string") return paragraph("body", markLanguages(one), "padding-top:16px");
    if ("title" in one) return setBook(one);
    if (!("label" in one)) return setBlock(one);
    if (one !== button) return paragraph("body", setLink(one), "padding-top:16px");
    return `<table ${layout} width="100%"><tr><td style="padding-top:24px">${setAction(one)}</td></tr></table>`;
  });
  return `<h1 class="h1 ink" style="${styles.h1}">${markLanguages(heading)}</h1>\n${words.join("\n")}`;
}

function setBlock(block: TextBlock): string {
  if ("paragraph" in block) return paragraph("body", setPieces(block.paragraph), "padding-top:16px");
  if ("heading" in block)
    return `<h2 class="ink" style="${block.level === 2 ? styles.h2 : styles.fact};padding-top:24px">${setPieces(block.heading)}</h2>`;
  const items = block.items.map((item) => `<li style="padding-top:6px">${setPieces(item)}</li>`);
  const [tag, start] = block.first === null ? ["ul", ""] : ["ol", ` start="${block.first}"`];
  return `<${tag}${start} class="ink" style="${styles.body};padding:10px 0 0 24px">\n${items.join("\n")}\n</${tag}>`;
}

function setPieces(pieces: Piece[]): string {
  return pieces
    .map((piece) => {
      if (piece === "\n") return "<br>\n";
      if (typeof piece === "string") return markLanguages(piece);
      if ("field" in piece) return "";
      if ("to" in piece) return setLink({ label: plainWords(piece.pieces), url: piece.to });
      return "strong" in piece ? `<b>${setPieces(piece.strong)}</b>` : `<i>${setPieces(piece.emphasis)}</i>`;
    })
    .join("");
}

function setFacts(facts: LetterContent["facts"]): string {
  const rows = facts.map(
    ({ label, value }, index) => `<tr><td style="padding:${index === 0 ? 18 : 0}px 22px 16px">
${paragraph("quiet", escapeHtml(label))}
<p class="ink" style="${index === 0 ? styles.fact : styles.title};margin:0">${markLanguages(value)}</p>
</td></tr>`,
  );
  return `<table ${layout} width="100%" class="box" style="${styles.box}">\n${rows.join("\n")}\n</table>`;
}

function setAction({ label, url }: LetterLink): string {
  return `<table ${layout} class="broad press" style="${styles.buttonGround}"><tr><td align="center" bgcolor="#4f46e5" class="press" style="${styles.buttonGround}">
<a href="${escapeHtml(url)}" class="button" style="${styles.button}">${escapeHtml(label)}</a></td></tr></table>`;
}

function setLink({ label, url }: LetterLink): string {
  return `<a href="${escapeHtml(url)}" class="link" style="${styles.link}">${escapeHtml(label)}</a>`;
}

function setBook({ title, about, amount, url }: LetterBook): string {
  const row = setAmountRow({
    label: `<a href="${escapeHtml(url)}" class="link" style="${styles.title};${styles.link}">${markLanguages(title)}</a><br>
<span class="quiet" style="${styles.quiet}">${markLanguages(about)}</span>`,
    amount,
    style: "amount",
    edge: `${styles.rule};padding:14px 0 0`,
  });
  return `<table cellpadding="0" cellspacing="0" border="0" width="100%" style="margin-top:16px">\n${row}\n</table>`;
}

function setSection(heading: string, inner: string): string {
  return `<h2 class="ink" style="${styles.h2};padding-top:14px">${escapeHtml(heading)}</h2>\n${paragraph("body", inner, "padding-top:10px")}`;
}

function setBooks({ heading, lines, sums, total }: LetterBooks): string {
  const rows = [
    ...lines.map(({ title, about, amount = "" }) =>
      setAmountRow({
        label: `<span class="ink" style="${styles.title}">${markLanguages(title)}</span><br>
<span class="quiet" style="${styles.quiet}">${markLanguages(about)}</span>`,
        amount,
        style: "amount",
        edge: `${styles.rule};padding:14px 0`,
      }),
    ),
    ...sums.map(({ label, amount }, index) =>
      setAmountRow({
        label: `<span class="ink" style="${styles.label}">${markLanguages(label)}</span>`,
        amount,
        style: "amount",
        edge: index === 0 ? `${styles.rule};padding:14px 0 3px` : "padding:3px 0",
      }),
    ),
    ...(total
      ? [
          setAmountRow({
            label: `<span class="ink" style="${styles.fact}">${escapeHtml(total.label)}</span>`,
            amount: total.amount,
            style: "total",
            edge: "padding:9px 0 0",
          }),
        ]
      : []),
  ];
  return `<h2 class="ink" style="${styles.h2};padding:14px 0">${escapeHtml(heading)}</h2>
<table cellpadding="0" cellspacing="0" border="0" width="100%">\n${rows.join("\n")}\n</table>`;
}

interface AmountRow {
  /** HTML. */
  label: string;
  amount: string;
  style: "amount" | "total";
  edge: string;
}

function setAmountRow({ label, amount, style, edge }: AmountRow): string {
  return `<tr><th scope="row" align="left" valign="top" class="rule" style="${edge};font-weight:400;text-align:left">${label}</th>
<td align="right" valign="top" class="rule ink" style="${edge};padding-left:16px;${styles[style]}">${escapeHtml(amount)}</td></tr>`;
}

function setFooter({ because, unsubscribe }: LetterContent, shop: LetterShop): string {
  const { name, publicUrl, supportEmail, supportPhone, postalAddress } = shop;
  const email = cleanText(supportEmail);
  const phone = cleanText(supportPhone);
  const look = `class="link" style="${styles.link}"`;
  return [
    `Questions? Write to <a href="mailto:${escapeHtml(encodeURI(email))}" ${look}>${escapeHtml(email)}</a>
or call <a href="tel:${escapeHtml(phone.replace(/[^\d+]/g, ""))}" ${look}>${escapeHtml(phone)}</a>.`,
    `${markLanguages(because)}${unsubscribe ? `<br>\n${setLink(unsubscribe)}` : ""}`,
    `<a href="${escapeHtml(publicUrl)}" ${look}>${escapeHtml(cleanText(name))}</a><br>\n${markLanguages(cleanText(postalAddress))}`,
  ]
    .map((line) => paragraph("quiet", line, "padding-bottom:8px"))
    .join("\n");
}

function paragraph(role: "body" | "quiet", inner: string, extra = ""): string {
  return `<p class="${role === "body" ? "ink" : "quiet"}" style="${styles[role]};${extra}">${inner}</p>`;
}
