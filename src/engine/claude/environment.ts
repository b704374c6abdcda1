// The environment of `claude`: the user's own, less what would make it take itself for a child of another session, plus what
// keeps it still while it is driven. Nothing else is touched: base URL, keys and configuration folder pass as they are.

/** Inherited from a `claude` around us, these stop the transcript or change who it thinks it is. */
const inherited = [
  'CLAUDECODE',
  'CLAUDE_CODE_CHILD_SESSION',
  'CLAUDE_CODE_SESSION_ID',
  'CLAUDE_CODE_ENTRYPOINT',
  'CLAUDE_CODE_SSE_PORT',
];
/** The window title says when it idles, so it may not be turned off; our own log is not its business. */
const inTheWay = ['CLAUDE_CODE_DISABLE_TERMINAL_TITLE', 'CCCHAT_LOG'];

/** For a `claude` that the person uses themselves: all of theirs. */
export function personsEnvironment(env: NodeJS.ProcessEnv): Record<string, string> {
  const entries = Object.entries(env).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && !inherited.includes(entry[0]),
  );
  return Object.fromEntries(entries);
}

export function childEnvironment(env: NodeJS.ProcessEnv): Record<string, string> {
  const child = Object.entries(personsEnvironment(env)).filter(([name]) => !inTheWay.includes(name));
  return {
    ...Object.fromEntries(child),
    TERM: 'xterm-256color',
    DISABLE_AUTOUPDATER: '1',
    CLAUDE_AX_STARTUP_QUIET_MS: '0',
  };
}
