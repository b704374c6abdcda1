/** For people: what lies below their home begins with `~`. */
export function shortFolder(folder: string, home: string | undefined): string {
  if (!home || home === '/') return folder;
  return folder === home || folder.startsWith(`${home}/`) ? `~${folder.slice(home.length)}` : folder;
}
