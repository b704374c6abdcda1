export { canonicalChord, chordLabel } from './chords.ts';
export { type Command, commandNames, type KeyContext } from './commands.ts';
export { createDecoder, type Decoder, type Waiting } from './decoder.ts';
export { charEvent, chordOf, type InputEvent, type KeyEvent, keyEvent } from './events.ts';
export {
  commandFor,
  defaultKeymap,
  describeKeys,
  type KeyHelp,
  type KeyHelpGroup,
  type Keymap,
  type KeymapProblem,
  keyLabel,
  keymapFrom,
  parseKeymap,
} from './keymap.ts';
