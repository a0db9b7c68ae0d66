import type { Page } from "@playwright/test";

/**
 * Translates a page as Chrome does, but into the same words: replaces all text nodes, and those added later, by
 * `<font>` elements; adjacent texts share one. Leaves out elements with `translate="no"`.
 */
export async function translatePage(page: Page): Promise<void> {
  await page.evaluate(() => {
    const isLeftOut = (node: Node) =>
      node.parentElement === null ||
      node.parentElement.closest("script, style, noscript, font, [translate=no]") !== null;
    const isText = (node: Node | null): node is Text =>
      node?.nodeType === Node.TEXT_NODE && node.nodeValue!.trim() !== "" && !isLeftOut(node);

    function translate(root: Node) {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      const texts: Text[] = isText(root) ? [root] : [];
      while (walker.nextNode()) if (isText(walker.currentNode)) texts.push(walker.currentNode);
      for (const text of texts) {
        if (text.parentNode === null) continue;
        const [outer, inner] = [document.createElement("font"), document.createElement("font")];
        outer.append(inner);
        inner.textContent = text.nodeValue;
        text.replaceWith(outer);
        while (outer.nextSibling?.nodeType === Node.TEXT_NODE) {
          inner.textContent += outer.nextSibling.nodeValue;
          outer.nextSibling.remove();
        }
      }
    }

    const observer = new MutationObserver((records) => {
      for (const { addedNodes, target, type } of records)
        for (const node of type === "characterData" ? [target] : addedNodes) if (node.isConnected) translate(node);
    });
    observer.observe(document.body, { childList: true, characterData: true, subtree: true });
    translate(document.body);
  });
}
