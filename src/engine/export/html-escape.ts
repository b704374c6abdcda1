// Text as the text it is, in an element or in a quoted attribute. Everything that was said goes through here on its way to a page.

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
