// An interruption that comes as its turn ends by itself strikes what `claude` begins next from its queue, before the first word, and
// the message goes back into the input box. It is sent from there once more; its second record is no second prompt.
import { sameText } from './keyboard.ts';

const stillMs = 300;

export class LateEscape {
  private expected = false;
  private text: string | null = null;
  private sending = false;

  /** The turn that was to be interrupted ended by itself. */
  missed(): void {
    this.expected = true;
  }

  /** True: the record of a message that was sent once more. */
  begins(text: string): boolean {
    const again = this.sending && this.text !== null && sameText(text, this.text);
    this.text = this.expected && !again ? text : null;
    this.expected = false;
    return again;
  }

  /** Whatever runs has not been struck. */
  spoke(): void {
    this.expected = false;
    this.text = null;
  }

  get over(): boolean {
    return this.text === null;
  }

  /** The message to send once more, told once: `claude` rests without a word, and the input box is full. */
  struck(input: string, restedMs: number): string | null {
    if (this.text === null || this.sending || input === '' || restedMs < stillMs) return null;
    this.sending = true;
    return this.text;
  }

  sent(): void {
    this.sending = false;
    this.text = null;
  }

  get busy(): boolean {
    return this.sending;
  }
}
