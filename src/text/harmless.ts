// The one place that says what of a text could act on a terminal or a page: escape sequences, control characters, direction
// overrides and invisible characters. Everything that shows or exports somebody's words goes through here.

/** Whole sequences; one that has no end takes the rest of its line and no more. */
export const escapes =
  /(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]?|(?:\x1b[\]PX^_]|[\x90\x98\x9d-\x9f])[^\x07\x1b\x9c\n]*(?:\x07|\x1b\\|\x9c)?|\x1b[ -/]*[0-~]?/g;
const controls = /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029]/g;
/** Overrides, embeddings and isolates; harmless marks and joiners stay. */
const bidiControls = /[\u202a-\u202e\u2066-\u2069]/g;
/** Invisible tag characters carry text that a person cannot see; flags of regions are the one honest use. */
const tags = /(\u{1f3f4}[\u{e0020}-\u{e007e}]{1,8}\u{e007f})|[\u{e0000}-\u{e007f}]/gu;
const loneSurrogates = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

const suspect = /[^\n\x20-\x7e]/;

/** Nothing in it can act; newlines, carriage returns and tabs are left. */
export function harmless(text: string): string {
  return suspect.test(text) ? withoutControls(text.replace(escapes, '')) : text;
}

/** For what stands between escape sequences that are to be kept. */
export function withoutControls(text: string): string {
  return text.replace(controls, '').replace(bidiControls, '').replace(tags, '$1').replace(loneSurrogates, '\ufffd');
}
