// The agent that drives the user's own `claude`. It finds the program once, shares one hook server among its sessions, and
// brings any conversation up: as a transcript where that can be written, else told in words before the next prompt.
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import type { Message } from '../../store/types.ts';
import { type Agent, AgentError, type AgentEvent, type AgentSetup } from '../agent.ts';
import type { Log } from '../log.ts';
import { claudeArguments } from './arguments.ts';
import { childEnvironment } from './environment.ts';
import { handOver } from './hand-over.ts';
import { type HookServer, startHookServer } from './hook-server.ts';
import { displayEvent, hookEvents } from './hooks.ts';
import { type ClaudeProgram, findClaude, readProgram } from './program.ts';
import { ClaudeSession } from './session.ts';
import { openSettingsFolder, type SettingsFolder, takeSettings } from './settings-folder.ts';
import { claudeHistory } from './transcript/history.ts';
import { preamble } from './transcript/preamble.ts';
import { recoverTurn } from './transcript/recover.ts';
import { transcriptFile, writeTranscript } from './transcript/writer.ts';

export {
  type ClaudeProgram,
  findClaude,
  installCommand,
  minimumVersion,
  readProgram,
  readSignIn,
  type SignIn,
} from './program.ts';

export interface ClaudeAgentOptions {
  /** Which program; default `$CCCHAT_CLAUDE`, else the one on `PATH`. */
  claude?: string;
  /** The environment `claude` gets, less what would confuse it. */
  env: NodeJS.ProcessEnv;
  log: Log;
  /** Where live text comes from; default: the screen, when this `claude` has a screen-reader mode. */
  preview?: 'screen' | 'hook';
  /** A running turn that shows nothing for so long is said to be stalled. Default one minute. */
  stallMs?: number;
}

interface Shared {
  server: HookServer;
  settings: SettingsFolder;
}

interface Origin {
  id: string;
  known: 'new' | 'resumed';
  transcript: { file: string; offset: number; known: readonly string[] };
  preamble: string;
}

export function createClaudeAgent(options: ClaudeAgentOptions): Agent {
  const { env, log, stallMs = 60_000 } = options;
  const sessions = new Set<ClaudeSession>();
  let shared: Promise<Shared> | null = null;
  const share = (): Promise<Shared> => {
    shared ??= startHookServer(log).then((server) => ({ server, settings: openSettingsFolder(server) }));
    return shared;
  };

  const bringUp = async (
    setup: AgentSetup,
    origin: Origin,
    program: ClaudeProgram,
    emit: (event: AgentEvent) => void,
    signal: AbortSignal | undefined,
  ): Promise<ClaudeSession> => {
    const { server, settings } = await share();
    const { rest: extraArgs, own } = takeSettings(setup.extraArgs, setup.cwd);
    const preview = options.preview ?? (program.screenReader ? 'screen' : 'hook');
    const shows = preview === 'hook' && program.messageDisplay;
    const file = settings.write(origin.id, shows ? [...hookEvents, displayEvent] : hookEvents, own);
    signal?.throwIfAborted();
    let up = false;
    const session = new ClaudeSession({
      id: origin.id,
      file: program.path,
      args: claudeArguments(setup, {
        session: origin,
        settings: file,
        screenReader: preview === 'screen' && program.screenReader,
        extraArgs,
      }),
      cwd: setup.cwd,
      env: childEnvironment(env),
      version: program.version,
      preview,
      transcript: origin.transcript,
      preamble: origin.preamble,
      stallMs,
      log,
      emit: (event) => {
        if (up || event.type !== 'exit') emit(event);
      },
      onExit() {
        sessions.delete(session);
        server.forget(origin.id);
        settings.remove(origin.id);
      },
    });
    sessions.add(session);
    server.listen(origin.id, (hook, gone) => session.hear(hook, gone));
    await session.start(signal);
    up = true;
    return session;
  };

  const fresh = (cwd: string, before: string): Origin => {
    const id = randomUUID();
    const file = transcriptFile({ env, cwd, session: id });
    return { id, known: 'new', transcript: { file, offset: 0, known: [] }, preamble: before };
  };

  const originOf = async (cwd: string, prefix: readonly Message[], version: string): Promise<Origin> => {
    if (prefix.length === 0) return fresh(cwd, '');
    const id = randomUUID();
    try {
      const { file, offset, lines } = await writeTranscript(prefix, { env, cwd, session: id, version });
      return { id, known: 'resumed', transcript: { file, offset, known: lines }, preamble: '' };
    } catch (error) {
      log.write('transcript', { notWritten: error });
      return fresh(cwd, preamble(prefix));
    }
  };

  const history = claudeHistory(env);

  const programFor = (setup: AgentSetup): Promise<ClaudeProgram> => {
    if (!existsSync(setup.cwd))
      throw new AgentError(
        'no-folder',
        `The folder ${setup.cwd} is not there any more.`,
        'Bring it back, or move the thread to another folder.',
      );
    return readProgram(findClaude({ claude: options.claude, env }), env);
  };

  return {
    async start(setup, prefix, emit, signal) {
      const program = await programFor(setup);
      const origin = await originOf(setup.cwd, prefix, program.version);
      try {
        return await bringUp(setup, origin, program, emit, signal);
      } catch (error) {
        if (!(error instanceof AgentError && error.code === 'resume-failed')) throw error;
        log.write('transcript', { notResumed: error });
        return bringUp(setup, fresh(setup.cwd, preamble(prefix)), program, emit, signal);
      }
    },
    answer(request, answer) {
      for (const session of sessions) session.answer(request, answer);
    },
    recover: recoverTurn,
    history,
    handOver: async (setup, prefix) => handOver(setup, prefix, { program: await programFor(setup), env, history }),
    async close() {
      await Promise.all([...sessions].map((session) => session.close()));
      const { server, settings } = (await shared) ?? {};
      shared = null;
      settings?.close();
      await server?.close();
    },
  };
}
