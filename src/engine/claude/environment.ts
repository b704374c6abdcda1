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

export function childEnvironment(env: NodeJS.ProcessEnv): Record<string, string> {
  const child: Record<string, string> = {};
  for (const [name, value] of Object.entries(env))
    if (value !== undefined && !inherited.includes(name) && !inTheWay.includes(name)) child[name] = value;
  return {
    ...child,
    TERM: 'xterm-256color',
    DISABLE_AUTOUPDATER: '1',
    CLAUDE_AX_STARTUP_QUIET_MS: '0',
  };
}
