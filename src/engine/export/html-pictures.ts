// Pictures of a thread, inside the page itself: of a kind that every browser draws and none runs, or only named.
import type { Block, ImageBlock } from '../../store/types.ts';

export function imageHtml({ source }: ImageBlock): string {
  const { media_type: type, data } = source;
  const isPicture = typeof type === 'string' && /^image\/(?:png|jpeg|gif|webp)$/.test(type);
  if (!isPicture || typeof data !== 'string' || !/^[A-Za-z0-9+/=\s]+$/.test(data))
    return '<p class="none label">[image]</p>\n';
  return `<img alt="image" src="data:${type};base64,${data.replace(/\s+/g, '')}">\n`;
}

export const imagesOf = (blocks: readonly Block[]): string =>
  blocks.map((block) => (block.type === 'image' ? imageHtml(block) : '')).join('');
