export { htmlOf } from './html.ts';
export { ExportError, jsonOf, parseExport, type ThreadExport } from './json.ts';
export { markdownOf } from './markdown.ts';
export { type SecretHit, secretsIn } from './secrets.ts';
export { fileNameOf, type SharedPage, sharedFile, shareThread, unshareThread, wholeLine } from './share.ts';
