// What a person typed, found again by what `claude` reports of it: a text that could not be typed as it is comes back with what
// was put around it, and everyone above knows only the person's own words.
import { sameText } from './keyboard.ts';

const memory = 50;

export class Aliases {
  private readonly known: { typed: string; reported: string }[] = [];

  add(typed: string, reported: string): void {
    this.known.push({ typed, reported });
    if (this.known.length > memory) this.known.shift();
  }

  typedAs(reported: string): string {
    return this.known.findLast((one) => sameText(one.reported, reported))?.typed ?? reported;
  }
}
