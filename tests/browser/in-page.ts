// What is asked of the page from inside it. The suite's own types know no browser, so the little that is used of one is written down here.
import type { Locator, Page } from 'playwright-core';

interface Box {
  left: number;
  right: number;
}
interface Style {
  color: string;
  backgroundColor: string;
}
interface Node {
  id: string;
  localName: string;
  textContent: string;
  scrollWidth: number;
  ownerDocument: Tree;
  getAttribute(name: string): string | null;
  getAttributeNames(): string[];
  getBoundingClientRect(): Box;
  querySelectorAll(what: string): Iterable<Node>;
}
interface Tree {
  body: Node;
  documentElement: Node;
  activeElement: Node;
  defaultView: Window;
  createRange(): { selectNodeContents(node: Node): void; getBoundingClientRect(): Box };
}
interface Window {
  document: Tree;
  innerWidth: number;
  scrollY: number;
  getComputedStyle(node: Node): Style;
}

/** How far the page is wider than its window. */
export const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const window = globalThis as never as Window;
    return window.document.documentElement.scrollWidth - window.innerWidth;
  });

export const scrolled = (page: Page): Promise<number> => page.evaluate(() => (globalThis as never as Window).scrollY);

export const focusedId = (page: Page): Promise<string> =>
  page.evaluate(() => (globalThis as never as Window).document.activeElement.id);

export const coloursOf = (where: Locator): Promise<{ ink: string; paper: string }> =>
  where.first().evaluate((element) => {
    const node = element as never as Node;
    const { color, backgroundColor } = node.ownerDocument.defaultView.getComputedStyle(node);
    return { ink: color, paper: backgroundColor };
  });

/** How much room the words leave on either side of their element. */
export const roomBeside = (where: Locator): Promise<Box> =>
  where.evaluate((element) => {
    const node = element as never as Node;
    const range = node.ownerDocument.createRange();
    range.selectNodeContents(node);
    const [box, words] = [node.getBoundingClientRect(), range.getBoundingClientRect()];
    return { left: words.left - box.left, right: box.right - words.right };
  });

export interface Inventory {
  names: string[];
  attributes: string[];
  links: string[];
  text: string;
}

/** Every kind of element and attribute below this one, and where its links go. */
export const inventory = (where: Locator): Promise<Inventory> =>
  where.evaluate((element) => {
    const node = element as never as Node;
    const elements = [...node.querySelectorAll('*')];
    return {
      names: [...new Set(elements.map(({ localName }) => localName))],
      attributes: [...new Set(elements.flatMap((one) => one.getAttributeNames()))],
      links: elements.flatMap((one) => (one.localName === 'a' ? [one.getAttribute('href') ?? ''] : [])),
      text: node.textContent,
    };
  });
